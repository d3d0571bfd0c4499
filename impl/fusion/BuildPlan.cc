#include "fusion/BuildPlan.h"

#include "fusion/ScatterPlan.h"
#include "fusion/expand/PlanExpander.h"
#include "schedule/Choose.h"
#include "schedule/cost/Cost.h"

#include <algorithm>

namespace lz::fusion {
using schedule::ChosenPlan;

namespace {

Indices openDims(PlanExpander& e, const Dims& dims) {
  Indices at;
  for (int64_t extent : dims)
    at.push_back(region::IndexExpr::dim(e.addDim(extent, region::DimKind::Grid)));
  return at;
}

// Stores all results at the same indices, in loops over the dims of the first result. A result that
// is a statistic of rows has only the first of these dims. For example, it is f32[4096] if the
// first result is f32[4096,1000].
Status addStores(PlanExpander& e, const Program& region) {
  region::RegionPlan& plan = e.plan();
  const Dims& space = region.type(region.body.results[0]).dims;
  Indices all = openDims(e, space);
  for (ValueId result : region.body.results) {
    const TensorType& type = region.type(result);
    if (type.dims.size() > space.size() ||
        !std::equal(type.dims.begin(), type.dims.end(), space.begin()))
      return internalError("[fusion] the results of a region differ in shape");
    Indices at(all.begin(), all.begin() + int64_t(type.dims.size()));
    LZ_ASSIGN_OR_RETURN(region::NodeId value, e.expand(result, at, -1));
    region::PlanOutput output{value, rowMajorOffset(at, type.dims)};
    for (size_t d = 0; d < at.size(); ++d)
      output.dims.push_back(int32_t(d));
    output.buffer = int32_t(plan.outputTypes.size());
    e.declareOutput(type);
    plan.outputs.push_back(std::move(output));
  }
  return okStatus();
}

// Stores the only result of the region. The plan has one output for each point of the dims
// `together`. The loops of the plan are only over the other dims. The fastest of the dims
// `together` comes first in the list.
Status addTaps(PlanExpander& e, const Program& region, const std::vector<int64_t>& together) {
  ValueId result = region.body.results[0];
  const TensorType& type = region.type(result);
  e.declareOutput(type);
  e.putSumsTogether();
  Indices at(type.dims.size());
  std::vector<int32_t> dims;
  int64_t taps = 1;
  for (size_t d = 0; d < at.size(); ++d) {
    if (contains(together, int64_t(d))) {
      taps *= type.dims[d];
      continue;
    }
    dims.push_back(e.addDim(type.dims[d], region::DimKind::Grid));
    at[d] = region::IndexExpr::dim(dims.back());
  }
  for (int64_t tap = 0, rest; tap < taps; ++tap) {
    rest = tap;
    for (int64_t d : together) {
      at[size_t(d)] = region::IndexExpr(rest % type.dims[size_t(d)]);
      rest /= type.dims[size_t(d)];
    }
    LZ_ASSIGN_OR_RETURN(region::NodeId value, e.expand(result, at, -1));
    region::PlanOutput output{value, rowMajorOffset(at, type.dims)};
    output.dims = dims;
    e.plan().outputs.push_back(std::move(output));
  }
  mergeReductions(e.plan());
  return okStatus();
}

// Stores only the elements that a dynamic_update_slice changes: element (i, j) of the update goes
// to (clamp(start0) + i, clamp(start1) + j).
Status addUpdate(PlanExpander& e, const Op& op) {
  region::RegionPlan& plan = e.plan();
  const TensorType &type = e.type(op.operands[0]), &update = e.type(op.operands[1]);
  Dims strides = rowMajorStrides(type.dims);
  Indices at = openDims(e, update.dims);
  LZ_ASSIGN_OR_RETURN(region::NodeId value, e.expand(op.operands[1], at, -1));
  region::PlanOutput output{value, rowMajorOffset(at, type.dims)};
  for (size_t d = 0; d < at.size(); ++d) {
    output.dims.push_back(int32_t(d));
    int64_t limit = type.dims[d] - update.dims[d];
    if (limit == 0)
      continue;
    LZ_ASSIGN_OR_RETURN(region::NodeId start, e.expand(op.operands[2 + d], {}, -1));
    output.dynamic.push_back({start, limit, strides[d]});
  }
  output.initial = e.paramOf(op.operands[0]);
  e.declareOutput(type);
  plan.outputs.push_back(std::move(output));
  return okStatus();
}

// Returns whether the region only updates an array in memory.
bool updatesMemory(PlanExpander& e, const Program& region, const Op& root) {
  return root.opcode == Opcode::DynamicUpdateSlice && region.body.results.size() == 1 &&
         e.paramOf(root.operands[0]) >= 0;
}

// Chooses the lanes as if all dims could be merged. A plan that works row by row does not merge two
// dims if a row ends between them. The lanes must not depend on whether a plan works row by row,
// because lanes determine the order of additions, and so the bits of results.
schedule::Choice chooseLanesOfWhole(region::RegionPlan plan, const CostTable& costs) {
  collapseDims(plan);
  return schedule::chooseLanes(plan, costs);
}

// Completes the plan of a region: merges dims, and chooses lanes and tiles.
ChosenPlan chosenFor(region::RegionPlan plan, const CostTable& costs, int64_t rows) {
  collapseDims(plan, rows);
  ChosenPlan chosen{std::move(plan)};
  if (rows > 0) {
    chosen.choice = chooseLanesOfWhole(chosen.plan, costs);
  } else {
    chosen.choice = schedule::chooseLanes(chosen.plan, costs);
    chooseNarrowRows(chosen, costs);
    chooseRowsOfPairs(chosen, costs);
    chooseBlocksOfRows(chosen, costs);
  }
  chooseTiles(chosen.plan, chosen.choice);
  return chosen;
}

ChosenPlan cheaperOf(ChosenPlan one, ChosenPlan other, const CostTable& costs) {
  return isCheaper(costOf(one, costs), costOf(other, costs)) ? std::move(one) : std::move(other);
}

// Returns the plan in which one point of the grid computes all points of the dims `together`. If
// `mergesSums` is true, one loop computes the sums of several ops.
StatusOr<ChosenPlan> planOf(const Program& region, const CostTable& costs, int64_t rows,
                            const std::vector<int64_t>& together, bool mergesSums = false) {
  region::RegionPlan plan;
  PlanExpander expander(region, plan);
  if (mergesSums)
    expander.putSumsOfOpsTogether();
  PlanExpander::Producer root = expander.producer(region.body.results[0]);
  bool scatters = root.op != nullptr && opInfo(root.op->opcode).kind == OpKind::Scatter;
  if (scatters)
    LZ_RETURN_IF_ERROR(expandScatter(expander, *root.op));
  else if (root.op != nullptr && updatesMemory(expander, region, *root.op))
    LZ_RETURN_IF_ERROR(addUpdate(expander, *root.op));
  else if (!together.empty())
    LZ_RETURN_IF_ERROR(addTaps(expander, region, together));
  else
    LZ_RETURN_IF_ERROR(addStores(expander, region));
  if (mergesSums)
    mergeReductions(plan);
  if (plan.dims.size() > region::kMaxPlanDims)
    return unimplemented("[fusion] a region would need more than ", region::kMaxPlanDims,
                         " loop dimensions");
  if (scatters)
    return chosenScatter(plan, costs);
  splitGrid(plan);
  region::RegionPlan split = plan;
  if (!splitDims(split))
    return chosenFor(std::move(plan), costs, rows);
  return cheaperOf(chosenFor(std::move(split), costs, rows),
                   chosenFor(std::move(plan), costs, rows), costs);
}

} // namespace

StatusOr<ChosenPlan> buildPlan(const Program& region, const CostTable& costs, int64_t rows) {
  if (region.body.results.empty())
    return internalError("[fusion] the region has no results");
  if (sumsTable(region))
    return rows > 0 ? unimplemented("[fusion] the rows of a table in pieces")
                    : tablePlan(region, costs);
  if (rows > 0)
    return planOf(region, costs, rows, {});
  std::vector<int64_t> taps = dimsOfTapsTogether(region);
  LZ_ASSIGN_OR_RETURN(ChosenPlan chosen, planOf(region, costs, 0, taps));
  if (!taps.empty())
    return chosen;
  if (hasIndependentSums(region)) {
    LZ_ASSIGN_OR_RETURN(ChosenPlan merged, planOf(region, costs, 0, {}, /*mergesSums=*/true));
    return cheaperOf(std::move(merged), std::move(chosen), costs);
  }
  if (!hasSumsOfColumns(region, chosen.plan))
    return chosen;
  auto last = int64_t(region.type(region.body.results[0]).dims.size()) - 1;
  LZ_ASSIGN_OR_RETURN(ChosenPlan together, planOf(region, costs, 0, {last}));
  return cheaperOf(std::move(together), std::move(chosen), costs);
}

} // namespace lz::fusion
