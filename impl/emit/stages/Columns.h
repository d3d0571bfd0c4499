// The sums of all columns of a unit, in memory.
#pragma once

#include "emit/stages/Unit.h"

namespace lz::emit {

class ColumnSums {
public:
  explicit ColumnSums(KernelContext& k);

  // Those of the reduction at a vector of columns become its results there. What is not used is
  // dropped by LLVM.
  void load(int32_t reduction, Scope& vector);
  // The same of all reductions whose stages stand before this one, which may read them.
  void loadBefore(const Stage& stage, Scope& vector);
  void store(int32_t reduction, const Values& sums, Scope& vector);

  Part columns; // whole vectors of the unit

private:
  mlir::Value placeOf(Scope& vector);

  KernelContext& k_;
  std::vector<Values> sums_; // by reduction; none: they are in registers
};

} // namespace lz::emit
