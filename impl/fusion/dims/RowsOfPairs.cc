// Handles tables in which each entry is a reduction over a row of one array and a row of a second
// array. If it is cheaper, the lanes are the rows of the second array, and an inner loop goes over
// the rows of the first array. Then several rows of both arrays are reduced together
// (emit/stages/SideBySide.cc):
//
//   out[d0, d1] = sum over d2 of |x[100*d0 + d2] - y[100*d1 + d2]|
//     lanes along d2: each entry reads two rows, and its 16 partial sums are added up by themselves
//     lanes over d1:  for 4 points of d0 and 4 rows of the lanes, 8 vectors are read for 16 entries
#include "fusion/BuildPlan.h"
#include "schedule/LoopForms.h"
#include "schedule/cost/Cost.h"

#include <algorithm>

namespace lz::fusion {
using schedule::ChosenPlan;

namespace {

// Returns whether a reduction of the plan reads another row at each point of `dim`, but the same
// row at all points of `other`.
bool readsRowsOf(const region::RegionPlan& plan, int32_t dim, int32_t other) {
  return std::any_of(plan.nodes.begin(), plan.nodes.end(), [&](const region::PlanNode& n) {
    return n.kind == region::NodeKind::Load && n.expr.dependsOn(dim) && !n.expr.dependsOn(other) &&
           std::any_of(plan.reductions.begin(), plan.reductions.end(),
                       [&](const region::PlanReduction& r) {
                         return !r.dims.empty() && n.expr.dependsOn(r.dims.back());
                       });
  });
}

bool readsRows(const ChosenPlan& chosen) {
  const std::vector<bool> reads = schedule::LoopForms(chosen.plan, chosen.choice).readsRows;
  return std::find(reads.begin(), reads.end(), true) != reads.end();
}

} // namespace

void chooseRowsOfPairs(ChosenPlan& chosen, const CostTable& costs) {
  const region::RegionPlan& plan = chosen.plan;
  const int32_t last = lastGridDim(plan), other = last - 1;
  if (other < 0 || plan.scatters() || plan.dimsOf(region::DimKind::Inner) != 0 ||
      !readsRowsOf(plan, last, other) || !readsRowsOf(plan, other, last))
    return;
  ChosenPlan pairs{plan, {.lanes = schedule::LaneMode::GridLanes}};
  pairs.plan.dims[size_t(other)].kind = region::DimKind::Inner;
  putGridFirst(pairs.plan);
  if (readsRows(pairs) && isCheaper(costOf(pairs, costs), costOf(chosen, costs)))
    chosen = std::move(pairs);
}

} // namespace lz::fusion
