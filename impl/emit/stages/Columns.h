// Keeps the sums of all columns of a unit in memory.
#pragma once

#include "emit/stages/Unit.h"

namespace lz::emit {

class ColumnSums {
public:
  explicit ColumnSums(KernelContext& k);

  // Loads the sums of the reduction at a vector of columns, as the results of the reduction in that
  // scope. LLVM drops unused loads.
  void load(int32_t reduction, Scope& vector);
  // Loads the sums of all reductions whose stages come before `stage`, since it may read them.
  void loadBefore(const schedule::Stage& stage, Scope& vector);
  void store(int32_t reduction, const Values& sums, Scope& vector);

  Part columns; // whole vectors of the unit

private:
  mlir::Value placeOf(Scope& vector);

  KernelContext& k_;
  std::vector<Values> sums_; // by reduction; empty: they are in registers
};

} // namespace lz::emit
