// Handles tables of pairs in which each column has a point of a few numbers. When lanes load such
// points, the loaded vectors are transposed. If it is cheaper, a unit computes several rows, and
// transposes the points once for all of these rows:
//
//   out[d0, d1] = sum over d2 of (x[3*d0 + d2] - y[3*d1 + d2])^2, 10 x 100000, lanes over d1
//     row by row:      6 permutations turn the 48 numbers of 16 columns, for each of the 10 rows
//     blocks of 5 rows: d0 becomes 2 blocks and an inner loop over 5 rows. 6 permutations turn the
//                      numbers of 16 columns, for each of the 2 blocks
#include "fusion/BuildPlan.h"
#include "schedule/Choose.h"
#include "schedule/LoopForms.h"
#include "schedule/ShortRows.h"
#include "schedule/cost/Cost.h"
#include "schedule/cost/StepCount.h"

#include <algorithm>

namespace lz::fusion {
using schedule::ChosenPlan;

namespace {

// Returns whether every reduction of the plan is written out. Longer reductions would be loops
// inside of the loop over the rows of a block, and the rows would not share the values of a column.
bool areWrittenOut(const ChosenPlan& chosen) {
  const std::vector<bool> written = schedule::LoopForms(chosen.plan, chosen.choice).isWrittenOut;
  return std::find(written.begin(), written.end(), false) == written.end();
}

// Returns whether some load of short rows reads the same elements at all points of `dim`.
bool sharesShortRows(const ChosenPlan& chosen, int32_t dim) {
  const region::RegionPlan& plan = chosen.plan;
  const uint64_t lanes = schedule::lanesOf(plan, chosen.choice);
  return chosen.choice.shortRows &&
         std::any_of(plan.nodes.begin(), plan.nodes.end(), [&](const region::PlanNode& n) {
           return n.kind == region::NodeKind::Load && n.mask < 0 && n.dynamic.empty() &&
                  !n.expr.dependsOn(dim) &&
                  schedule::goesThroughShortRows(plan, n.expr, plan.inputSizes[size_t(n.input)],
                                                 lanes);
         });
}

ChosenPlan inBlocks(const region::RegionPlan& plan, int32_t dim, int64_t rows,
                    const CostTable& costs) {
  ChosenPlan blocks{plan};
  splitDim(blocks.plan, dim, rows);
  blocks.plan.dims[size_t(dim) + 1].kind = region::DimKind::Inner;
  putGridFirst(blocks.plan);
  blocks.choice = schedule::chooseLanes(blocks.plan, costs);
  return blocks;
}

} // namespace

void chooseBlocksOfRows(ChosenPlan& chosen, const CostTable& costs) {
  // The prediction must be lower by this factor, because a loop over a few rows has costs that are
  // not predicted.
  constexpr double kWorth = 0.9;
  const region::RegionPlan& plan = chosen.plan;
  const int32_t row = lastGridDim(plan) - 1;
  if (row < 0 || plan.scatters() || plan.dimsOf(region::DimKind::Inner) != 0 ||
      plan.dims.size() >= region::kMaxPlanDims ||
      chosen.choice.lanes != schedule::LaneMode::GridLanes || !sharesShortRows(chosen, row) ||
      !areWrittenOut(chosen))
    return;
  // There are at least two blocks. Threads take blocks one after another. If the next op reads
  // whole rows, most of these rows are then in the cache of the thread that wrote them. Nearest
  // neighbours of points of 3 numbers by tiles of 10 rows take 34.2 ms row by row, 29.4 ms with
  // blocks of 2 rows, 27.4 ms with 5 rows, and 30.2 ms with 10 rows (Zen 4, two threads).
  const int64_t extent = plan.dims[size_t(row)].extent;
  const int64_t most = std::min<int64_t>(schedule::kLongestShortRow, extent / 2);
  ChosenPlan best = chosen;
  for (int64_t rows = 2; rows <= most; ++rows) {
    if (extent % rows != 0)
      continue;
    ChosenPlan blocks = inBlocks(plan, row, rows, costs);
    if (blocks.choice.lanes == schedule::LaneMode::GridLanes &&
        costOf(blocks, costs).ns < kWorth * costOf(best, costs).ns)
      best = std::move(blocks);
  }
  chosen = std::move(best);
}

} // namespace lz::fusion
