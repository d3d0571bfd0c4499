#include "fusion/StepCount.h"

#include "spec/Cost.h"

#include <algorithm>
#include <cmath>

namespace lz::fusion {
namespace {

constexpr double kLanes = 16;

double registersOf(DType dtype) {
  return byteSize(dtype) > 4 ? 2 : 1;
}

double stepsOf(const PlanNode& node) {
  return node.kind == NodeKind::Compute ? opInfo(node.opcode).cost * registersOf(node.dtype) : 0;
}

} // namespace

bool goesThroughShortRows(const RegionPlan& plan, const IndexExpr& expr, int64_t size,
                          uint64_t lanes) {
  for (int32_t d = 0; d < int32_t(plan.dims.size()); ++d)
    if ((lanes >> d & 1) && expr.coefficient(d) > 1 && shortRowOf(plan, expr, size, d))
      return true;
  return false;
}

StepCount::StepCount(const RegionPlan& plan, const PlanFacts& facts, const CostTable& table,
                     uint64_t lanes)
    : plan_(plan), facts_(facts), table_(table), lanes_(lanes) {
  if ((lanes & facts.grid()) == 0)
    return;
  for (const PlanReduction& r : plan.reductions)
    if (readsRows(plan, r))
      rowDims_ |= uint64_t(1) << r.dims.back();
}

double StepCount::total() const {
  double sum = 0;
  for (size_t i = 0; i < plan_.nodes.size(); ++i)
    if (facts_.deps[i] != 0 && facts_.roles[i] != PlanFacts::Role::Unused)
      sum += trips(facts_.loops[i]) * ofNode(i);
  for (const PlanReduction& r : plan_.reductions)
    sum += ofReduction(r);
  for (const PlanOutput& o : plan_.outputs)
    sum += ofOutput(o);
  return sum;
}

// Inside a reduction of rows side by side the lanes are over the row.
uint64_t StepCount::lanesIn(uint64_t dims) const {
  return (dims & rowDims_) != 0 ? dims & rowDims_ : lanes_;
}

double StepCount::trips(uint64_t dims) const {
  double n = 1;
  uint64_t lanes = lanesIn(dims);
  for (size_t d = 0; d < plan_.dims.size(); ++d) {
    double extent = double(plan_.dims[d].extent);
    if (dims >> d & 1)
      n *= lanes >> d & 1 ? std::ceil(extent / kLanes) : extent;
  }
  return n;
}

double StepCount::ofNode(size_t id) const {
  const PlanNode& n = plan_.nodes[id];
  uint64_t deps = facts_.deps[id];
  if (facts_.roles[id] == PlanFacts::Role::Kept)
    return registersOf(n.dtype);
  if (n.kind != NodeKind::Load)
    return stepsOf(n);
  if (isRegular(n.expr, n.dynamic, lanesIn(deps)))
    return registersOf(n.dtype);
  bool turned = n.mask < 0 && n.dynamic.empty() &&
                isTurned(n.expr, plan_.inputSizes[size_t(n.input)], lanesIn(deps));
  return turned ? table_.turn : ofStrided(n, lanesIn(deps));
}

// Elements that are up to 4 apart are some vectors and as many shuffles (emit/Memory.h).
double StepCount::ofStrided(const PlanNode& load, uint64_t lanes) const {
  constexpr int64_t kMostVectors = 4;
  int64_t apart = 0;
  for (size_t d = 0; d < plan_.dims.size(); ++d)
    if (lanes >> d & 1)
      apart = std::max(apart, std::abs(load.expr.coefficient(int32_t(d))));
  if (!load.expr.isAffine() || !load.dynamic.empty() || apart > kMostVectors)
    return table_.gather;
  return 2 * double(apart) * registersOf(load.dtype);
}

double StepCount::ofReduction(const PlanReduction& r) const {
  uint64_t dims = bitsOf(r.dims), inside = facts_.dimsInside(r);
  double steps = 0;
  for (const PlanNode& n : r.body.nodes)
    steps += stepsOf(n);
  double total = trips(facts_.loopsAround(inside)) * steps;
  double results = trips(facts_.loopsAround(inside & ~dims));
  if ((dims & rowDims_) != 0)
    total += results * kLanes * table_.foldTogether * steps;
  if ((dims & lanes_) != 0)
    total += results * table_.fold * steps;
  return total;
}

double StepCount::ofOutput(const PlanOutput& o) const {
  double trip = trips(bitsOf(o.dims));
  if (isRegular(o.expr, o.dynamic, lanes_))
    return trip * registersOf(plan_.outputTypes[size_t(o.buffer)]);
  return trip * (isTurned(o.expr, plan_.outputSizes[size_t(o.buffer)], lanes_) ? table_.turn
                                                                               : table_.scatter);
}

// Does the address move by 0 or 1 a lane, whichever dim the lanes are over?
bool StepCount::isRegular(const IndexExpr& expr, absl::Span<const DynamicTerm> dynamic,
                          uint64_t lanes) const {
  for (size_t d = 0; d < plan_.dims.size(); ++d) {
    if (!(lanes >> d & 1))
      continue;
    for (const DynamicTerm& t : dynamic)
      if (facts_.deps[size_t(t.index)] >> d & 1)
        return false;
    if (expr.dependsOn(int32_t(d)) && (expr.coefficient(int32_t(d)) != 1 || !expr.isAffine()))
      return false;
  }
  return true;
}

bool StepCount::isTurned(const IndexExpr& expr, int64_t size, uint64_t lanes) const {
  return plan_.shortRows && goesThroughShortRows(plan_, expr, size, lanes);
}

} // namespace lz::fusion
