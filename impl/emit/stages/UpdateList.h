// The next updates of a scatter that belong to the unit, as numbers on the stack (Scatter.cc).
#pragma once

#include "emit/kernel/KernelContext.h"

namespace lz::emit {

class UpdateList {
public:
  explicit UpdateList(KernelContext& k);

  bool isUsed() const { return bool(memory_); }
  mlir::Value load(mlir::Value j); // the j-th, an i64
  // Adds the updates of the unit, among `lanes` updates from the i-th on: `takes` marks them. They
  // follow `count` others. Returns how many it added.
  mlir::Value add(mlir::Value i, mlir::Value takes, int lanes, mlir::Value count);

private:
  mlir::Value placeOf(mlir::Value j);

  KernelContext& k_;
  mlir::Value memory_; // null: no list
};

} // namespace lz::emit
