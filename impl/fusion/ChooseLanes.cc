// Which dimension runs over the vector lanes. A load whose address moves by 0 or 1 a lane is cheap,
// any other is a gather; the choice is the one with fewer gathers, counted by how often they run:
//
//   sum over d1 of x[1000*d0 + d1]    over d0: gathers of stride 1000; over d1: loads -> row lanes
//   sum over d0 of x[1000*d0 + d1]    over d1: loads                                  -> grid lanes
#include "fusion/BuildPlan.h"

namespace lz::fusion {
namespace {

// A shorter row is not worth lanes (emit/Reduce.cc); a narrower grid leaves most of them idle.
constexpr int64_t kLeastRow = 4, kLeastLanes = 8;

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

uint64_t bitsOf(absl::Span<const int32_t> dims) {
  uint64_t bits = 0;
  for (int32_t d : dims)
    bits |= uint64_t(1) << d;
  return bits;
}

// Short reductions are unrolled, and what does not depend on the loops around them moves out of
// these.
constexpr int64_t kUnrolled = 16;

// All dims in whose loops a node runs: those it depends on, and those around a reduction loop that
// it stands in.
uint64_t loopsAround(const RegionPlan& plan, const std::vector<uint64_t>& deps, uint64_t bits) {
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    if (plan.nodes[i].kind != NodeKind::Reduce)
      continue;
    const PlanReduction& r = plan.reductions[size_t(plan.nodes[i].reduction)];
    uint64_t shared = bitsOf(r.dims) & bits;
    if (shared != 0 && trips(plan, shared) > double(kUnrolled))
      bits |= deps[i];
  }
  return bits;
}

// Gathers and scattered stores, by how often they run, when `lane` runs over the lanes.
double gatherCost(const RegionPlan& plan, const std::vector<uint64_t>& deps, int32_t lane) {
  double cost = 0;
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    const PlanNode& n = plan.nodes[i];
    if (n.kind == NodeKind::Load && (deps[i] >> lane & 1) &&
        (stridedAlong(n, lane) || dependsThroughData(plan, n.dynamic, deps, lane)))
      cost += trips(plan, loopsAround(plan, deps, deps[i]));
  }
  for (const PlanOutput& o : plan.outputs)
    if (o.expr.dependsOn(lane) && (o.expr.coefficient(lane) != 1 || !o.expr.isAffine()))
      cost += trips(plan, bitsOf(o.dims));
  return cost;
}

// The dims over lanes in a row plan: of nested reductions the innermost that is long enough, and
// inner output loops.
uint64_t rowLanes(const RegionPlan& plan, const std::vector<uint64_t>& deps) {
  auto longEnough = [&](const std::vector<int32_t>& dims) {
    return !dims.empty() && plan.dims[size_t(dims.back())].extent >= kLeastRow;
  };
  auto hasInner = [&](const PlanReduction& outer) {
    for (size_t i = 0; i < plan.nodes.size(); ++i)
      if (plan.nodes[i].kind == NodeKind::Reduce && (deps[i] & bitsOf(outer.dims)) != 0 &&
          longEnough(plan.reductions[size_t(plan.nodes[i].reduction)].dims))
        return true;
    return false;
  };
  uint64_t lanes = 0;
  for (const PlanReduction& r : plan.reductions)
    if (longEnough(r.dims) && !hasInner(r))
      lanes |= uint64_t(1) << r.dims.back();
  for (const PlanOutput& o : plan.outputs)
    if (!o.dims.empty() && plan.dims[size_t(o.dims.back())].kind == DimKind::Inner)
      lanes |= uint64_t(1) << o.dims.back();
  return lanes;
}

double rowCost(const RegionPlan& plan, const std::vector<uint64_t>& deps, uint64_t lanes) {
  double cost = 0;
  for (size_t d = 0; d < plan.dims.size(); ++d)
    if (lanes >> d & 1)
      cost += gatherCost(plan, deps, int32_t(d));
  return cost;
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
  uint64_t rowDims = rowLanes(plan, deps);
  bool rows = rowDims != 0;
  if (lastGrid < 0) {
    plan.lanes = rows ? LaneMode::RowLanes : LaneMode::Scalar;
    return;
  }
  double grid = gatherCost(plan, deps, lastGrid);
  bool narrow = plan.dims[size_t(lastGrid)].extent < kLeastLanes;
  if (rows && (rowCost(plan, deps, rowDims) < grid || narrow)) {
    plan.lanes = LaneMode::RowLanes;
    return;
  }
  plan.lanes = LaneMode::GridLanes;
  if (plan.hero == "reduce")
    plan.hero = "column";
}

} // namespace lz::fusion
