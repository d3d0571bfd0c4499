// Chooses the dimension that runs over the vector lanes, by cost (Cost.h).
#include "schedule/Choose.h"
#include "schedule/ShortRows.h"
#include "schedule/cost/Cost.h"
#include "schedule/cost/StepCount.h"
#include "spec/Identity.h"

#include <algorithm>

namespace lz::schedule {
namespace {

// The smallest number of elements of a row that is computed in lanes (emit/stages/Reduce.cc). With
// a value of 8, batches of 4 x 4 Schur forms take the same time (Zen 5).
constexpr int64_t kLeastRow = 4;

// Returns the dims that can run over the lanes in a row plan. These dims are the last dims of
// reductions, and the last dims of inner loops of outputs. The reduction must be long enough, and
// it must not contain another reduction that is long enough. The loop of an output must not contain
// a reduction that is long enough, either.
uint64_t rowLanes(const region::RegionPlan& plan, const std::vector<uint64_t>& deps) {
  auto longEnough = [&](const std::vector<int32_t>& dims) {
    return !dims.empty() && plan.dims[size_t(dims.back())].extent >= kLeastRow;
  };
  auto hasInner = [&](const region::PlanReduction& outer) {
    for (size_t i = 0; i < plan.nodes.size(); ++i)
      if (plan.nodes[i].kind == region::NodeKind::Reduce &&
          (deps[i] & region::bitsOf(outer.dims)) != 0 &&
          longEnough(plan.reductions[size_t(plan.nodes[i].reduction)].dims))
        return true;
    return false;
  };
  uint64_t lanes = 0, around = 0; // `around`: dims of loops around a loop over lanes
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    if (plan.nodes[i].kind != region::NodeKind::Reduce)
      continue;
    const region::PlanReduction& r = plan.reductions[size_t(plan.nodes[i].reduction)];
    if (!longEnough(r.dims) || hasInner(r))
      continue;
    lanes |= uint64_t(1) << r.dims.back();
    around |= deps[i];
  }
  for (const region::PlanOutput& o : plan.outputs)
    if (!o.dims.empty() && plan.dims[size_t(o.dims.back())].kind == region::DimKind::Inner &&
        (around >> o.dims.back() & 1) == 0)
      lanes |= uint64_t(1) << o.dims.back();
  return lanes;
}

// Returns the last dims of the outermost reductions, if all of these reductions are allowed to have
// one partial result per lane. Otherwise returns 0.
uint64_t outerLanes(const region::RegionPlan& plan, const std::vector<uint64_t>& deps) {
  uint64_t lanes = 0;
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    if (plan.nodes[i].kind != region::NodeKind::Reduce || deps[i] != 0)
      continue;
    const region::PlanReduction& r = plan.reductions[size_t(plan.nodes[i].reduction)];
    const region::PlanNode& combiner = r.body.nodes[size_t(r.body.results[0])];
    if (r.dims.empty() || r.operands.size() != 1 || combiner.kind != region::NodeKind::Compute ||
        !identityOf(combiner.opcode, combiner.dtype))
      return 0;
    lanes |= uint64_t(1) << r.dims.back();
  }
  return lanes;
}

// Returns whether the plan has short rows, and no long loop over a dim that is not in `lanes`.
// `lanes` are the dims whose points are in the lanes of a vector.
bool hasShortRows(const region::RegionPlan& plan, uint64_t lanes) {
  for (size_t d = 0; d < plan.dims.size(); ++d)
    if (plan.dims[d].kind != region::DimKind::Grid && !(lanes >> d & 1) &&
        plan.dims[d].extent > kLongestShortRow)
      return false;
  bool hasLoops = std::any_of(plan.dims.begin(), plan.dims.end(), [](const region::PlanDim& d) {
    return d.kind != region::DimKind::Grid;
  });
  return hasLoops &&
         (std::any_of(plan.nodes.begin(), plan.nodes.end(),
                      [&](const region::PlanNode& n) {
                        return n.kind == region::NodeKind::Load && n.mask < 0 &&
                               n.dynamic.empty() &&
                               goesThroughShortRows(plan, n.expr, plan.inputSizes[size_t(n.input)],
                                                    lanes);
                      }) ||
          std::any_of(plan.outputs.begin(), plan.outputs.end(), [&](const region::PlanOutput& o) {
            return goesThroughShortRows(plan, o.expr, plan.outputSizes[size_t(o.buffer)], lanes);
          }));
}

// Returns the last grid dim or, if there is no grid, the last dims of the outer reductions.
uint64_t lanesOverPoints(const region::RegionPlan& plan, const std::vector<uint64_t>& deps) {
  int32_t lastGrid = lastGridDim(plan);
  return lastGrid < 0 ? outerLanes(plan, deps) : uint64_t(1) << lastGrid;
}

} // namespace

uint64_t lanesOf(const region::RegionPlan& plan, const Choice& choice) {
  switch (choice.lanes) {
  case LaneMode::Scalar:
    return 0;
  case LaneMode::GridLanes:
    return uint64_t(1) << lastGridDim(plan);
  case LaneMode::RowLanes:
    return choice.shortRows ? outerLanes(plan, dependencies(plan))
                            : rowLanes(plan, dependencies(plan));
  }
  return 0;
}

// Chooses the lanes of a scatter. Either the lanes run over the last dim of the grid, or there are
// no lanes. A reduction that computes an update has no lanes.
static Choice chooseLanesOfScatter(const region::RegionPlan& plan, const CostTable& costs) {
  Choice none, overGrid = {.lanes = LaneMode::GridLanes};
  if (lastGridDim(plan) < 0)
    return none;
  return isCheaper(costOf(plan, none, costs), costOf(plan, overGrid, costs)) ? none : overGrid;
}

Choice chooseLanes(const region::RegionPlan& plan, const CostTable& costs) {
  if (plan.scatters())
    return chooseLanesOfScatter(plan, costs);
  std::vector<uint64_t> deps = dependencies(plan);
  uint64_t rows = rowLanes(plan, deps), points = lanesOverPoints(plan, deps);
  bool hasGrid = lastGridDim(plan) >= 0;
  bool shortRows = points != rows && hasShortRows(plan, points);
  LaneMode ofPoints = hasGrid     ? LaneMode::GridLanes
                      : shortRows ? LaneMode::RowLanes
                                  : LaneMode::Scalar;
  bool alongRows =
      rows != 0 &&
      (points == 0 || isCheaper(costOf(plan, {.lanes = LaneMode::RowLanes}, costs),
                                costOf(plan, {.lanes = ofPoints, .shortRows = shortRows}, costs)));
  return {.lanes = alongRows || (!hasGrid && rows != 0) ? LaneMode::RowLanes : ofPoints,
          .shortRows = shortRows && !alongRows};
}

// Handles rows of a few elements without a reduction. If lanes ran along such a row, most of the
// lanes would be empty. If an inner loop is cheaper, each row becomes an inner loop, and each lane
// computes one row (emit/stages/ShortRows.cc).
//
//   e^s[d0] * x[3*d0 + d1], d1 below 3
//     lanes over d1: e^ and 2 more steps for 3 elements
//     lanes over d0: e^ and 3 * 4 more steps for 48 elements
void chooseNarrowRows(ChosenPlan& chosen, const CostTable& costs) {
  const region::RegionPlan& plan = chosen.plan;
  int32_t last = lastGridDim(plan);
  if (last < 1 || chosen.choice.lanes != LaneMode::GridLanes || !plan.reductions.empty() ||
      plan.dims[size_t(last)].extent > kLongestShortRow)
    return;
  ChosenPlan byRows = chosen;
  byRows.plan.dims[size_t(last)].kind = region::DimKind::Inner;
  byRows.choice = chooseLanes(byRows.plan, costs);
  if (byRows.choice.shortRows && isCheaper(costOf(byRows, costs), costOf(chosen, costs)))
    chosen = std::move(byRows);
}

} // namespace lz::schedule
