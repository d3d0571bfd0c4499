#include "schedule/PlanFacts.h"

#include <algorithm>

namespace lz::schedule {
namespace {

uint64_t bitOf(int32_t d) {
  return uint64_t(1) << d;
}

} // namespace

PlanFacts::PlanFacts(const region::RegionPlan& plan, const LoopForms& forms)
    : deps(forms.deps), plan_(plan), forms_(forms), around_(plan.dims.size()) {
  grid_ = plan.dimsOf(region::DimKind::Grid);
  for (const region::PlanOutput& output : plan.outputs) {
    uint64_t outer = 0;
    for (bool isPerUpdate : {false, true})
      for (int32_t d : output.dims) {
        if ((forms.perUpdate >> d & 1) != isPerUpdate)
          continue;
        around_[size_t(d)] |= outer;
        outer |= bitOf(d);
      }
  }
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    if (plan.nodes[i].kind != region::NodeKind::Reduce)
      continue;
    const region::PlanReduction& r = plan.reductions[size_t(plan.nodes[i].reduction)];
    // Values that do not depend on an unrolled loop are computed before its copies, unless the loop
    // contains another loop.
    if (forms.isWrittenOut[size_t(plan.nodes[i].reduction)] && !hasLoopInside(r))
      continue;
    uint64_t outer = deps[i];
    for (int32_t d : r.dims) {
      around_[size_t(d)] |= outer;
      outer |= bitOf(d);
    }
  }
  loops.reserve(deps.size());
  for (uint64_t dims : deps)
    loops.push_back(loopsAround(dims));
  findRoles();
}

// Returns whether another reduction is computed at each point of `reduction`.
bool PlanFacts::hasLoopInside(const region::PlanReduction& reduction) const {
  for (size_t i = 0; i < plan_.nodes.size(); ++i)
    if (const region::PlanNode& n = plan_.nodes[i];
        n.kind == region::NodeKind::Reduce && (deps[i] & region::bitsOf(reduction.dims)) != 0 &&
        !forms_.isWrittenOut[size_t(n.reduction)])
      return true;
  return false;
}

// Finds the roles of the nodes. Begins with the outputs, and goes on to the operands of each node
// that is computed.
void PlanFacts::findRoles() {
  std::vector<bool> kept(plan_.nodes.size());
  for (const KeptRow& row : forms_.kept)
    kept[size_t(row.used)] = true;
  roles.assign(plan_.nodes.size(), Role::Unused);
  std::vector<region::NodeId> open;
  auto use = [&](region::NodeId id) {
    if (id >= 0)
      open.push_back(id);
  };
  auto useTerms = [&](absl::Span<const region::DynamicTerm> terms) {
    for (const region::DynamicTerm& t : terms)
      use(t.index);
  };
  for (const region::PlanOutput& o : plan_.outputs) {
    use(o.value);
    use(o.mask);
    useTerms(o.dynamic);
  }
  while (!open.empty()) {
    region::NodeId id = open.back();
    open.pop_back();
    if (roles[size_t(id)] != Role::Unused)
      continue;
    roles[size_t(id)] = kept[size_t(id)] ? Role::Kept : Role::Computed;
    if (kept[size_t(id)])
      continue;
    const region::PlanNode& n = plan_.nodes[size_t(id)];
    std::for_each(n.operands.begin(), n.operands.end(), use);
    use(n.mask);
    useTerms(n.dynamic);
    if (n.kind != region::NodeKind::Reduce)
      continue;
    const region::PlanReduction& r = plan_.reductions[size_t(n.reduction)];
    std::for_each(r.operands.begin(), r.operands.end(), use);
    std::for_each(r.inits.begin(), r.inits.end(), use);
  }
}

uint64_t PlanFacts::loopsAround(uint64_t dims) const {
  uint64_t found = dims | (grid_ & ~forms_.perUpdate);
  for (uint64_t before = 0; before != found;) {
    before = found;
    for (size_t d = 0; d < around_.size(); ++d)
      if (before >> d & 1)
        found |= around_[d];
  }
  return found;
}

uint64_t PlanFacts::dimsInside(const region::PlanReduction& reduction) const {
  uint64_t dims = region::bitsOf(reduction.dims);
  for (region::NodeId operand : reduction.operands)
    dims |= deps[size_t(operand)];
  return dims;
}

double PlanFacts::points(uint64_t dims) const {
  double n = 1;
  for (size_t d = 0; d < plan_.dims.size(); ++d)
    if (dims >> d & 1)
      n *= double(plan_.dims[d].extent);
  return n;
}

double PlanFacts::elements(const region::IndexExpr& expr,
                           absl::Span<const region::DynamicTerm> dynamic, int64_t size,
                           uint64_t dims) const {
  uint64_t moving = 0;
  absl::InlinedVector<int64_t, 8> extents;
  for (size_t d = 0; d < plan_.dims.size(); ++d) {
    bool moves = dims >> d & 1;
    extents.push_back(moves ? plan_.dims[d].extent : std::min<int64_t>(plan_.dims[d].extent, 1));
    if (moves && expr.dependsOn(int32_t(d)))
      moving |= bitOf(int32_t(d));
  }
  for (const region::DynamicTerm& t : dynamic)
    moving |= deps[size_t(t.index)] & dims;
  double most = points(moving);
  if (dynamic.empty()) {
    region::IndexExpr::Range range = expr.range(extents);
    most = std::min(most, double(range.hi) - double(range.lo) + 1);
  }
  return std::min(most, double(size));
}

} // namespace lz::schedule
