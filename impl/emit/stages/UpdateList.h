// A list of the updates of a scatter that belong to the unit (Scatter.cc). The list is on the stack
// of the kernel.
#pragma once

#include "emit/kernel/KernelContext.h"

namespace lz::emit {

class UpdateList {
public:
  explicit UpdateList(KernelContext& k);

  bool isUsed() const { return bool(memory_); }
  mlir::Value load(mlir::Value j); // returns entry j as an i64
  // Appends those of the updates i .. i + lanes - 1 for which `takes` is true. The list already has
  // `count` updates. Returns how many updates were added.
  mlir::Value add(mlir::Value i, mlir::Value takes, int lanes, mlir::Value count);

private:
  mlir::Value placeOf(mlir::Value j);

  KernelContext& k_;
  mlir::Value memory_; // null: the kernel has no list
};

} // namespace lz::emit
