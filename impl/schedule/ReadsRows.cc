#include "schedule/ReadsRows.h"

#include "spec/OpCost.h"

#include <algorithm>

namespace lz::schedule {
namespace {

uint64_t dimBit(int32_t d) {
  return uint64_t(1) << d;
}

bool isNested(const region::RegionPlan& plan, const std::vector<uint64_t>& deps,
              const region::PlanReduction& reduction) {
  uint64_t outer = plan.dimsOf(region::DimKind::Inner);
  for (const region::PlanReduction& r : plan.reductions)
    for (int32_t d : r.dims)
      outer |= &r != &reduction ? dimBit(d) : 0;
  for (size_t i = 0; i < plan.nodes.size(); ++i)
    if (plan.nodes[i].kind == region::NodeKind::Reduce &&
        &plan.reductions[size_t(plan.nodes[i].reduction)] == &reduction && (deps[i] & outer) != 0)
      return true;
  return false;
}

// Among the nodes from which the operands are computed, returns the nodes that depend on one of
// `dims`.
std::vector<region::NodeId> nodesInside(const region::RegionPlan& plan,
                                        const std::vector<uint64_t>& deps,
                                        const region::PlanReduction& reduction, uint64_t dims) {
  std::vector<region::NodeId> found;
  std::vector<bool> seen(plan.nodes.size());
  std::vector<region::NodeId> open = reduction.operands;
  while (!open.empty()) {
    region::NodeId id = open.back();
    open.pop_back();
    if (seen[size_t(id)] || (deps[size_t(id)] & dims) == 0)
      continue;
    seen[size_t(id)] = true;
    found.push_back(id);
    const region::PlanNode& n = plan.nodes[size_t(id)];
    open.insert(open.end(), n.operands.begin(), n.operands.end());
  }
  return found;
}

} // namespace

bool readsRows(const region::RegionPlan& plan, const std::vector<uint64_t>& deps,
               const region::PlanReduction& reduction) {
  int32_t lanes = lastGridDim(plan);
  if (lanes < 0 || reduction.dims.empty() || !isNested(plan, deps, reduction))
    return false;
  int32_t along = reduction.dims.back();
  bool hasRows = false;
  for (region::NodeId id : nodesInside(plan, deps, reduction, dimBit(along) | dimBit(lanes))) {
    const region::PlanNode& n = plan.nodes[size_t(id)];
    // The loop over a row computes all values again at each point of the row. So a value that is
    // the same at all points must not be costly.
    bool once = (deps[size_t(id)] & dimBit(along)) == 0;
    if (n.kind == region::NodeKind::Reduce ||
        (once && n.kind == region::NodeKind::Compute && isFunction(opInfo(n.opcode))))
      return false;
    if (n.kind != region::NodeKind::Load)
      continue;
    bool isOffset =
        std::all_of(n.dynamic.begin(), n.dynamic.end(), [&](const region::DynamicTerm& term) {
          return (deps[size_t(term.index)] & (dimBit(along) | dimBit(lanes))) == 0;
        });
    if (n.mask >= 0 || !isOffset || !isLinearIn(n.expr, along) || !isLinearIn(n.expr, lanes) ||
        n.expr.coefficient(along) > 1 || n.expr.coefficient(along) < 0)
      return false;
    hasRows |= n.expr.dependsOn(along) && n.expr.dependsOn(lanes);
  }
  return hasRows;
}

} // namespace lz::schedule
