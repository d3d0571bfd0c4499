// Decides by the cost of one point how columns are reduced. The decisions do not change the bits of
// results, because each column is always reduced in the order of its rows.
//
//   sum over d1 of in0[2000*d1 + d0], AVX2:          2 steps, 2 registers: 4 vectors at once,
//                                                    8 rows at a time
//   sum over d1 of e^in0[2000*d1 + d0], AVX2:       19 steps, and e^ fills the registers:
//                                                    1 vector, 4 rows at a time
#pragma once

#include "schedule/LoopForms.h"
#include "schedule/VectorTarget.h"

namespace lz::schedule {

// Returns whether all reductions reduce columns, with a column in each lane. Returns false if a
// reduction is nested.
bool reducesColumns(const region::RegionPlan& plan, const Choice& choice, const LoopForms& forms);

class ColumnCost {
public:
  // `lanes` is the number of lanes of one register.
  ColumnCost(const region::RegionPlan& plan, const LoopForms& forms, const VectorTarget& target,
             int lanes);

  // Returns the number of vectors that are reduced at once: 4, 2 or 1. With several vectors, more
  // of each row is read at a time, and the sums are several chains. The number is as large as three
  // conditions allow: registers hold all values that are needed at once, at most a quarter of the
  // lanes stays empty, and there are units for all threads. The products of 12 x 4096 numbers with
  // rows of 64 take 1.2 ms with one vector, and 0.2 ms with four (Zen 4, two threads).
  int vectors() const;
  // Returns the number of rows that are added at once to sums in memory. Each sum is loaded and
  // stored once for all these rows. With AVX2, e^ of 2000 x 2000 elements takes 1.1 ms with four
  // rows, and 1.8 ms with one row.
  int64_t rows() const;
  // Returns the smallest number of tiles into which a row is divided. If threads mostly compute,
  // many tiles are better, because they divide the work more evenly. If threads mostly wait for
  // memory, few tiles are better, because in a long tile the reads change from row to row less
  // often.
  int64_t tiles() const;
  // Returns whether sums are kept in memory instead of registers. There are two conditions. Loading
  // and storing the sums takes at most a quarter of the steps of computing the vectors. Computing a
  // vector takes less time than changing to another row. A hyperbolic tangent of 2000 x 1000 f64
  // takes 3.9 ms with sums in registers, and 5.2 ms with sums in memory.
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
  double steps_ = 0;  // cost steps of one vector at a point
  int registers_ = 0; // registers that are live at once at a point
  int sums_ = 0;      // registers for the accumulators of all reductions
};

} // namespace lz::schedule
