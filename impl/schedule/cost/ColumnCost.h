// The cost of a point of a column decides how columns are reduced. Columns are independent, and
// each is reduced in the order of its rows, so the choices below change no bit.
//
//   sum over d1 of in0[2000*d1 + d0], AVX2:          2 steps, 2 registers: 4 vectors side by side,
//                                                    8 rows at a time
//   sum over d1 of e^in0[2000*d1 + d0], AVX2:       19 steps, and e^ fills the registers:
//                                                    1 vector, 4 rows at a time
#pragma once

#include "schedule/LoopForms.h"
#include "schedule/VectorTarget.h"

namespace lz::schedule {

// Whether the lanes are over the columns of all reductions, none of which is part of another one.
bool reducesColumns(const region::RegionPlan& plan, const Choice& choice, const LoopForms& forms);

class ColumnCost {
public:
  // `lanes`: of one register.
  ColumnCost(const region::RegionPlan& plan, const LoopForms& forms, const VectorTarget& target,
             int lanes);

  // The number of vectors side by side: 4, 2 or 1. A reduction down the columns, with the lanes
  // across them, reads one vector of every row: a cache line, then a jump, with one chain of
  // additions. Four vectors read more of a row and add in four chains, if registers hold all values
  // that are alive at once.
  int vectors() const;
  // The number of rows that are written out if sums are in memory. They share a load and a store of
  // a sum, and are as many streams from memory. With one row instead of four, e^ of 2000 x 2000
  // takes 1.8 instead of 1.1 ms (AVX2). With two rows, a longer polynomial spills registers.
  int64_t rows() const;
  // The least number of tiles of a row. Threads that compute need more pieces of equal time than
  // those that wait for memory, and longer tiles have fewer jumps.
  int64_t tiles() const;
  // Whether loads and stores of sums take less than a quarter of the steps, and a vector takes less
  // than the jump to another row. An arg-max, with two values for each column and row, does not
  // keep sums in memory. A hyperbolic tangent of 2000 x 1000 f64 takes 3.9 ms with sums in
  // registers and 5.2 in memory.
  bool keepsSumsInMemory() const;

private:
  int registersOf(DType dtype) const;
  int mostAlive(const std::vector<region::PlanNode>& nodes, const std::vector<bool>& counts,
                absl::Span<const region::NodeId> results) const;
  void countLoops();
  void countBody(const region::PlanReduction& reduction, int values);

  const region::RegionPlan& plan_;
  const std::vector<uint64_t>& deps_;
  int lanes_, laneBytes_, file_;
  double steps_ = 0;  // of a point of one vector (base/machine/CostTable.h)
  int registers_ = 0; // that are alive at once at such a point
  int sums_ = 0;      // registers of the accumulators of all reductions
};

} // namespace lz::schedule
