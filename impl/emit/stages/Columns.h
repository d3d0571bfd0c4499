// Keeps the sums of all columns of a unit in memory.
#pragma once

#include "emit/stages/Unit.h"

namespace lz::emit {

class ColumnSums {
public:
  explicit ColumnSums(KernelContext& k);

  // Loads the sums of the reduction for a vector of columns, and makes them the results of the
  // reduction in this scope. LLVM drops unused loads.
  void load(int32_t reduction, Scope& vector);
  // Loads the sums of all reductions whose stages come before `stage`. `stage` can then read them.
  void loadBefore(const schedule::Stage& stage, Scope& vector);
  void store(int32_t reduction, const Values& sums, Scope& vector);

  Part columns; // columns of the unit, rounded up to whole vectors

private:
  mlir::Value placeOf(Scope& vector);

  KernelContext& k_;
  std::vector<Values> sums_; // index: reduction; empty if its sums are in registers
};

} // namespace lz::emit
