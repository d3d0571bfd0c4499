// Decides how columns are reduced, by the cost of one point. These decisions change no bits,
// because each column is reduced in the order of its rows.
//
//   sum over d1 of in0[2000*d1 + d0], AVX2:          2 steps, 2 registers: 4 vectors at once,
//                                                    8 rows at a time
//   sum over d1 of e^in0[2000*d1 + d0], AVX2:       19 steps, and e^ fills the registers:
//                                                    1 vector, 4 rows at a time
#pragma once

#include "schedule/LoopForms.h"
#include "schedule/VectorTarget.h"

namespace lz::schedule {

// Returns whether all reductions reduce columns, with a column in each lane. Nested reductions do
// not.
bool reducesColumns(const region::RegionPlan& plan, const Choice& choice, const LoopForms& forms);

class ColumnCost {
public:
  // `lanes` is the number of lanes of one register.
  ColumnCost(const region::RegionPlan& plan, const LoopForms& forms, const VectorTarget& target,
             int lanes);

  // Returns the number of vectors that are reduced at once: 4, 2 or 1. Several vectors read more of
  // each row than one vector does, and their sums are several chains. The number is as large as
  // possible under three conditions: registers hold all values that are live at once, at most a
  // quarter of the lanes stays empty, and there are units for all threads. The products of 12 x
  // 4096 numbers with rows of 64 take 1.2 ms with one vector, and 0.2 ms with four (Zen 4, two
  // threads).
  int vectors() const;
  // Returns how many rows are added at once if sums are in memory. Each sum is then loaded and
  // stored once for all these rows. With AVX2, e^ of 2000 x 2000 elements takes 1.1 ms with four
  // rows, and 1.8 ms with one row.
  int64_t rows() const;
  // Returns the least number of tiles of a row. If threads mostly compute, more tiles divide the
  // work more evenly. If threads mostly wait for memory, fewer tiles are better, because the reads
  // of a long tile go on to another row less often.
  int64_t tiles() const;
  // Returns whether sums are kept in memory instead of registers. Loading and storing the sums must
  // take at most a quarter of the steps of computing the vectors. Computing a vector must take less
  // time than going on to another row. A hyperbolic tangent of 2000 x 1000 f64 takes 3.9 ms with
  // sums in registers, and 5.2 ms with sums in memory.
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
