// Decides how columns are reduced, by the cost of one point. Columns are independent, and each is
// reduced in the order of its rows, so these decisions change no bits.
//
//   sum over d1 of in0[2000*d1 + d0], AVX2:          2 steps, 2 registers: 4 vectors at once,
//                                                    8 rows at a time
//   sum over d1 of e^in0[2000*d1 + d0], AVX2:       19 steps, and e^ fills the registers:
//                                                    1 vector, 4 rows at a time
#pragma once

#include "schedule/LoopForms.h"
#include "schedule/VectorTarget.h"

namespace lz::schedule {

// Returns whether the lanes run over the columns of all reductions, and no reduction is nested in
// another.
bool reducesColumns(const region::RegionPlan& plan, const Choice& choice, const LoopForms& forms);

class ColumnCost {
public:
  // `lanes` is the number of lanes of one register.
  ColumnCost(const region::RegionPlan& plan, const LoopForms& forms, const VectorTarget& target,
             int lanes);

  // Returns the number of vectors that are reduced at once: 4, 2 or 1. A reduction of one vector
  // reads one cache line of each row, continues in the next row, and has a single chain of
  // additions. Four vectors read more of each row and add in four chains. Registers must hold all
  // values that are live at once.
  int vectors() const;
  // Returns by how many rows the loop is unrolled if sums are in memory. These rows share one load
  // and one store of each sum. Each row is a stream from memory. With one row instead of four, e^
  // of 2000 x 2000 elements takes 1.8 instead of 1.1 ms (AVX2). Functions with longer polynomials
  // than e^ would spill registers even with two rows.
  int64_t rows() const;
  // Returns the least number of tiles of a row. If threads mostly compute, more tiles let them
  // divide the work evenly. If they mostly wait for memory, fewer tiles are better, since reads of
  // a long tile change rows less often.
  int64_t tiles() const;
  // Returns whether sums are kept in memory. This requires that loading and storing them takes less
  // than a quarter of the steps, and that computing a vector takes less time than reading from
  // another row. An arg-max, with two values for each column and row, does not keep sums in memory.
  // A hyperbolic tangent of 2000 x 1000 f64 takes 3.9 ms with sums in registers, and 5.2 ms with
  // sums in memory.
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
  double steps_ = 0;  // steps of one vector at a point (base/machine/CostTable.h)
  int registers_ = 0; // registers that are live at once at such a point
  int sums_ = 0;      // registers for the accumulators of all reductions
};

} // namespace lz::schedule
