// A list, on the stack, of the numbers of the next updates of a scatter that belong to the unit
// (Scatter.cc).
#pragma once

#include "emit/kernel/KernelContext.h"

namespace lz::emit {

class UpdateList {
public:
  explicit UpdateList(KernelContext& k);

  bool isUsed() const { return bool(memory_); }
  mlir::Value load(mlir::Value j); // the j-th, an i64
  // Adds those of the `lanes` updates from the i-th on that belong to the unit, which `takes`
  // marks. The list already has `count` updates. Returns how many were added.
  mlir::Value add(mlir::Value i, mlir::Value takes, int lanes, mlir::Value count);

private:
  mlir::Value placeOf(mlir::Value j);

  KernelContext& k_;
  mlir::Value memory_; // null: no list
};

} // namespace lz::emit
