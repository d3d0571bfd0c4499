#include "region/PlanRules.h"

#include <algorithm>

namespace lz::region {
namespace {

class Parts {
public:
  explicit Parts(const RegionPlan& plan) : plan_(plan) {}
  Status run() const;

private:
  Status dims() const;
  Status buffers() const;
  Status node(const PlanNode& n, NodeId id) const;
  Status reduction(const PlanReduction& r, const std::string& who) const;
  Status output(const PlanOutput& o) const;
  Status loops() const;
  Status exprDims(const IndexExpr& expr, const std::string& who) const;
  Status dimList(const std::vector<int32_t>& list, const std::string& who) const;

  const RegionPlan& plan_;
};

Status Parts::dims() const {
  if (plan_.dims.size() > kMaxPlanDims)
    return brokenRule("plan", "dims", "it has ", plan_.dims.size(), " of ", kMaxPlanDims);
  for (size_t d = 0; d < plan_.dims.size(); ++d) {
    std::string who = absl::StrCat("d", d);
    if (plan_.dims[d].extent < 0)
      return brokenRule(who, "dims", "its extent is ", plan_.dims[d].extent);
    if (d > 0 && plan_.dims[d].kind == DimKind::Grid && plan_.dims[d - 1].kind != DimKind::Grid)
      return brokenRule(who, "dims", "a grid dim comes after a dim of another kind");
  }
  return okStatus();
}

Status Parts::buffers() const {
  if (plan_.inputs.size() != plan_.inputSizes.size())
    return brokenRule("plan", "kinds", "types and sizes of the inputs differ in number");
  if (plan_.outputTypes.size() != plan_.outputSizes.size())
    return brokenRule("plan", "kinds", "types and sizes of the outputs differ in number");
  return okStatus();
}

Status Parts::exprDims(const IndexExpr& expr, const std::string& who) const {
  for (const IndexExpr::Term& t : expr.terms()) {
    if (t.kind == IndexExpr::TermKind::Dim) {
      if (!isIn(t.dim, plan_.dims.size()))
        return brokenRule(who, "dims", "there is no d", t.dim);
      continue;
    }
    if (t.divisor <= 0)
      return brokenRule(who, "dims", "it divides by ", t.divisor);
    LZ_RETURN_IF_ERROR(exprDims(*t.inner, who));
  }
  return okStatus();
}

Status Parts::dimList(const std::vector<int32_t>& list, const std::string& who) const {
  for (size_t i = 0; i < list.size(); ++i) {
    if (!isIn(list[i], plan_.dims.size()))
      return brokenRule(who, "dims", "there is no d", list[i]);
    if (std::find(list.begin(), list.begin() + int64_t(i), list[i]) != list.begin() + int64_t(i))
      return brokenRule(who, "dims", "d", list[i], " is listed twice");
  }
  return okStatus();
}

Status Parts::node(const PlanNode& n, NodeId id) const {
  std::string who = absl::StrCat("%", id);
  LZ_RETURN_IF_ERROR(exprDims(n.expr, who));
  auto isEarlier = [&](NodeId used) -> Status {
    return isIn(used, size_t(id)) ? okStatus() : brokenRule(who, "order", "it uses %", used);
  };
  for (NodeId operand : n.operands)
    LZ_RETURN_IF_ERROR(isEarlier(operand));
  for (const DynamicTerm& t : n.dynamic)
    LZ_RETURN_IF_ERROR(isEarlier(t.index));
  if (n.mask != -1)
    LZ_RETURN_IF_ERROR(isEarlier(n.mask));
  if (n.kind == NodeKind::Load && !isIn(n.input, plan_.inputs.size()))
    return brokenRule(who, "kinds", "there is no in", n.input);
  if (n.kind == NodeKind::Arg)
    return brokenRule(who, "kinds", "an argument is outside of a combiner");
  if (n.kind != NodeKind::Reduce)
    return okStatus();
  if (!isIn(n.reduction, plan_.reductions.size()))
    return brokenRule(who, "kinds", "there is no reduction", n.reduction);
  const PlanReduction& r = plan_.reductions[size_t(n.reduction)];
  if (!isIn(n.component, r.operands.size()))
    return brokenRule(who, "kinds", "reduction", n.reduction, " has no component ", n.component);
  for (const auto* list : {&r.operands, &r.inits})
    for (NodeId used : *list)
      LZ_RETURN_IF_ERROR(isEarlier(used));
  return okStatus();
}

Status Parts::reduction(const PlanReduction& r, const std::string& who) const {
  LZ_RETURN_IF_ERROR(dimList(r.dims, who));
  if (r.operands.empty() || r.operands.size() != r.inits.size() ||
      r.operands.size() != r.body.results.size())
    return brokenRule(who, "kinds", "operands, inits and results of the combiner differ in number");
  for (const auto* list : {&r.operands, &r.inits})
    for (NodeId used : *list)
      if (!isIn(used, plan_.nodes.size()))
        return brokenRule(who, "kinds", "there is no %", used);
  return okStatus();
}

Status Parts::output(const PlanOutput& o) const {
  std::string who = absl::StrCat("out", o.buffer);
  if (!isIn(o.buffer, plan_.outputTypes.size()))
    return brokenRule(who, "kinds", "there is no such buffer");
  LZ_RETURN_IF_ERROR(exprDims(o.expr, who));
  LZ_RETURN_IF_ERROR(dimList(o.dims, who));
  for (NodeId id : usedBy(o))
    if (!isIn(id, plan_.nodes.size()))
      return brokenRule(who, "kinds", "there is no %", id);
  if (o.initial != -1 && !isIn(o.initial, plan_.inputs.size()))
    return brokenRule(who, "kinds", "there is no in", o.initial);
  return okStatus();
}

// Checks that every dim has a loop.
Status Parts::loops() const {
  uint64_t looped = 0;
  for (const PlanReduction& r : plan_.reductions)
    looped |= bitsOf(r.dims);
  for (const PlanOutput& o : plan_.outputs)
    looped |= bitsOf(o.dims);
  for (size_t d = 0; d < plan_.dims.size(); ++d)
    if (!(looped >> d & 1))
      return brokenRule(absl::StrCat("d", d), "dims", "no output or reduction runs over it");
  return okStatus();
}

Status Parts::run() const {
  LZ_RETURN_IF_ERROR(dims());
  LZ_RETURN_IF_ERROR(buffers());
  for (size_t i = 0; i < plan_.reductions.size(); ++i)
    LZ_RETURN_IF_ERROR(reduction(plan_.reductions[i], absl::StrCat("reduction", i)));
  for (size_t i = 0; i < plan_.nodes.size(); ++i)
    LZ_RETURN_IF_ERROR(node(plan_.nodes[i], NodeId(i)));
  for (const PlanOutput& o : plan_.outputs)
    LZ_RETURN_IF_ERROR(output(o));
  return loops();
}

} // namespace

std::vector<NodeId> usedBy(const PlanOutput& output) {
  std::vector<NodeId> used{output.value};
  if (output.mask != -1)
    used.push_back(output.mask);
  for (const DynamicTerm& t : output.dynamic)
    used.push_back(t.index);
  return used;
}

Status verifyParts(const RegionPlan& plan) {
  return Parts(plan).run();
}

} // namespace lz::region
