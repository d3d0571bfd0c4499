// Which dimension runs over the vector lanes. A load whose address moves by 0 or 1 a lane is cheap, any other is a
// gather; the choice is the one with fewer gathers, counted by how often they run:
//
//   sum over d1 of x[1000*d0 + d1]    lanes over d0: gathers of stride 1000; over d1: plain loads   -> row lanes
//   sum over d0 of x[1000*d0 + d1]    lanes over d1: plain loads                                    -> grid lanes
#include "fusion/BuildPlan.h"

namespace lz::fusion {
namespace {

// Points visited by a loop nest over the dims in `bits`.
double trips(const RegionPlan& plan, uint64_t bits) {
  double n = 1;
  for (size_t d = 0; d < plan.dims.size(); ++d)
    if (bits >> d & 1)
      n *= double(plan.dims[d].extent);
  return n;
}

bool stridedAlong(const PlanNode& n, int32_t lane) {
  if (!n.expr.dependsOn(lane))
    return false;
  return n.expr.coefficient(lane) != 1 || !n.expr.isAffine();
}

bool dependsThroughData(const RegionPlan& plan, absl::Span<const DynamicTerm> dynamic,
                        const std::vector<uint64_t>& deps, int32_t lane) {
  for (const DynamicTerm& t : dynamic)
    if (deps[size_t(t.index)] >> lane & 1)
      return true;
  return false;
}

// Gathers and scattered stores when `lane` runs over the lanes of the nodes that depend on it.
double gatherCost(const RegionPlan& plan, const std::vector<uint64_t>& deps, int32_t lane) {
  double cost = 0;
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    const PlanNode& n = plan.nodes[i];
    if (n.kind == NodeKind::Load && (deps[i] >> lane & 1) &&
        (stridedAlong(n, lane) || dependsThroughData(plan, n.dynamic, deps, lane)))
      cost += trips(plan, deps[i]);
  }
  for (const PlanOutput& o : plan.outputs) {
    uint64_t bits = 0;
    for (int32_t d : o.dims)
      bits |= uint64_t(1) << d;
    if (o.expr.dependsOn(lane) && (o.expr.coefficient(lane) != 1 || !o.expr.isAffine()))
      cost += trips(plan, bits);
  }
  return cost;
}

// With row lanes every nest vectorizes its own last dimension.
double rowCost(const RegionPlan& plan, const std::vector<uint64_t>& deps) {
  double cost = 0;
  uint64_t lanes = 0;
  for (const PlanReduction& r : plan.reductions)
    if (!r.dims.empty())
      lanes |= uint64_t(1) << r.dims.back();
  for (const PlanOutput& o : plan.outputs)
    if (!o.dims.empty() && plan.dims[size_t(o.dims.back())].kind == DimKind::Inner)
      lanes |= uint64_t(1) << o.dims.back();
  for (size_t d = 0; d < plan.dims.size(); ++d)
    if (lanes >> d & 1)
      cost += gatherCost(plan, deps, int32_t(d));
  return cost;
}

bool hasRowLoops(const RegionPlan& plan) {
  for (const PlanReduction& r : plan.reductions)
    if (!r.dims.empty() && plan.dims[size_t(r.dims.back())].extent >= 8)
      return true;
  return false;
}

} // namespace

void chooseLanes(RegionPlan& plan) {
  plan.lanes = LaneMode::Scalar;
  if (plan.sequential)
    return;
  int32_t lastGrid = -1;
  for (size_t d = 0; d < plan.dims.size(); ++d)
    if (plan.dims[d].kind == DimKind::Grid)
      lastGrid = int32_t(d);
  std::vector<uint64_t> deps = dependencies(plan);
  bool rows = hasRowLoops(plan);
  if (lastGrid < 0) {
    plan.lanes = rows ? LaneMode::RowLanes : LaneMode::Scalar;
    return;
  }
  // A narrow grid leaves lanes idle; a row of the same cost does not.
  double grid = gatherCost(plan, deps, lastGrid);
  bool narrow = plan.dims[size_t(lastGrid)].extent < 8;
  if (rows && (rowCost(plan, deps) < grid || narrow)) {
    plan.lanes = LaneMode::RowLanes;
    return;
  }
  plan.lanes = LaneMode::GridLanes;
  if (plan.hero == "reduce")
    plan.hero = "column";
}

} // namespace lz::fusion
