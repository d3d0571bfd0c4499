// What a point of a column takes: from it follows how columns are reduced. Columns are independent
// and a column is reduced in the order of its rows, so neither choice changes a bit.
//
//   sum over d1 of in0[2000*d1 + d0], AVX2:          2 steps, 2 registers: 4 vectors side by side,
//                                                    8 rows at a time
//   sum over d1 of e^in0[2000*d1 + d0], AVX2:       19 steps, and e^ fills the registers:
//                                                    1 vector, 4 rows at a time
#pragma once

#include "schedule/LoopForms.h"
#include "schedule/VectorTarget.h"

namespace lz {

// Is the lane over the columns of all reductions, none of which is part of another one?
bool reducesColumns(const RegionPlan& plan, const Choice& choice, const LoopForms& forms);

class ColumnCost {
public:
  // `lanes`: of one register.
  ColumnCost(const RegionPlan& plan, const LoopForms& forms, const VectorTarget& target, int lanes);

  // How many vectors lie side by side: 4, 2 or 1. A reduction down the columns, with the lanes
  // across them, reads one vector of every row: a cache line, then a jump, and one chain of
  // additions. Four vectors read more of a row and add in four chains, where registers hold what
  // lives at once.
  int vectors() const;
  // How many rows are written out, where sums lie in memory: a load and a store of a sum for all of
  // them, and as many streams from memory. One row instead of four takes e^ 1.8 instead of 1.1 ms
  // on 2000 x 2000 (AVX2); two of a longer polynomial are spilled.
  int64_t rows() const;
  // Of so many tiles a row has at least. Threads that compute need more pieces of equal time than
  // those that wait for memory, and the longer a tile the fewer jumps.
  int64_t tiles() const;
  // Do loads and stores of sums take less than a quarter of the steps, and a vector less than the
  // jump to another row? Those of an arg-max, two values for each column and row, do not, and a
  // hyperbolic tangent of 2000 x 1000 f64 takes 3.9 ms with sums in registers, 5.2 in memory.
  bool keepsSumsInMemory() const;

private:
  int registersOf(DType dtype) const;
  int mostAlive(const std::vector<PlanNode>& nodes, const std::vector<bool>& counts,
                absl::Span<const NodeId> results) const;
  void countLoops();
  void countBody(const PlanReduction& reduction, int values);

  const RegionPlan& plan_;
  const std::vector<uint64_t>& deps_;
  int lanes_, laneBytes_, file_;
  double steps_ = 0;  // of a point of one vector, as in base/machine/CostTable.h
  int registers_ = 0; // that live at once at such a point
  int sums_ = 0;      // registers of the accumulators of all reductions
};

} // namespace lz
