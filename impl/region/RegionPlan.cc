#include "region/RegionPlan.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "base/text/NumberText.h"

#include <algorithm>

namespace lz::region {
namespace {

std::string nodeRefs(absl::Span<const NodeId> ids) {
  return absl::StrJoin(ids, ", ", [](std::string* s, NodeId n) { absl::StrAppend(s, "%", n); });
}

// Returns the text of an access, "[4*d0 + d1 + 8*clamp(%3,0,5)] if %4".
std::string access(const IndexExpr& expr, absl::Span<const DynamicTerm> dynamic, NodeId mask) {
  std::string s = absl::StrCat("[", expr.str());
  for (const DynamicTerm& t : dynamic)
    absl::StrAppend(&s, " + ", t.stride, "*clamp(%", t.index, ",", t.maxIndex, ")");
  s += "]";
  if (mask >= 0)
    absl::StrAppend(&s, " if %", mask);
  return s;
}

// Prints a constant with its bits, so that different constants have different texts. For example,
// 0.0 and -0.0 have different texts, and so do NaNs with different payloads.
std::string constantStr(const Literal& l) {
  std::string bits;
  for (size_t i = size_t(l.type().numBytes()); i-- > 0;)
    absl::StrAppendFormat(&bits, "%02x", unsigned(l.data()[i]));
  return absl::StrCat(generalText(l.toDouble(0)), " (0x", bits, ")");
}

std::string printBody(const PlanBody& body) {
  std::string s = "{";
  for (size_t i = 0; i < body.nodes.size(); ++i)
    if (body.nodes[i].kind != NodeKind::Arg)
      absl::StrAppend(&s, " %", i, " = ", printNode(body.nodes[i]), ";");
  return absl::StrCat(s, " return ", nodeRefs(body.results), " }");
}

std::string dimList(absl::Span<const int32_t> dims) {
  return absl::StrJoin(dims, " ", [](std::string* s, int32_t d) { absl::StrAppend(s, "d", d); });
}

const char* kindName(DimKind kind) {
  switch (kind) {
  case DimKind::Grid:
    return "grid";
  case DimKind::Reduction:
    return "reduction";
  case DimKind::Inner:
    return "inner";
  case DimKind::Ordered:
    return "ordered";
  }
  return "?";
}

uint64_t exprDeps(const IndexExpr& e) {
  uint64_t bits = 0;
  for (const IndexExpr::Term& t : e.terms())
    bits |= t.kind == IndexExpr::TermKind::Dim ? uint64_t(1) << t.dim : exprDeps(*t.inner);
  return bits;
}

} // namespace

uint64_t RegionPlan::dimsOf(DimKind kind) const {
  uint64_t bits = 0;
  for (size_t d = 0; d < dims.size(); ++d)
    bits |= uint64_t(dims[d].kind == kind) << d;
  return bits;
}

int64_t RegionPlan::block() const {
  for (const PlanOutput& o : outputs)
    if (o.block > 0)
      return o.block;
  return 0;
}

std::vector<int64_t> RegionPlan::extents() const {
  std::vector<int64_t> result;
  result.reserve(dims.size());
  for (const PlanDim& d : dims)
    result.push_back(d.extent);
  return result;
}

namespace {

// Returns the dims on which the results of the reduction depend. They are the dims of its operands,
// without the reduced dims, and the dims of its inits.
uint64_t dependenciesOf(const PlanReduction& reduction, const std::vector<uint64_t>& deps) {
  uint64_t bits = 0;
  for (NodeId operand : reduction.operands)
    bits |= deps[size_t(operand)];
  for (int32_t d : reduction.dims)
    bits &= ~(uint64_t(1) << d);
  for (NodeId init : reduction.inits)
    bits |= deps[size_t(init)];
  return bits;
}

} // namespace

std::vector<uint64_t> dependencies(const RegionPlan& plan) {
  std::vector<std::optional<uint64_t>> ofReductions(plan.reductions.size());
  std::vector<uint64_t> deps(plan.nodes.size());
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    const PlanNode& n = plan.nodes[i];
    uint64_t bits = exprDeps(n.expr);
    for (NodeId operand : n.operands)
      bits |= deps[size_t(operand)];
    for (const DynamicTerm& t : n.dynamic)
      bits |= deps[size_t(t.index)];
    if (n.mask >= 0)
      bits |= deps[size_t(n.mask)];
    if (n.kind == NodeKind::Reduce) {
      std::optional<uint64_t>& known = ofReductions[size_t(n.reduction)];
      if (!known) // computed once for all its results
        known = dependenciesOf(plan.reductions[size_t(n.reduction)], deps);
      bits |= *known;
    }
    deps[i] = bits;
  }
  return deps;
}

bool isMovedBy(const PlanOutput& output, const std::vector<uint64_t>& deps, int32_t d) {
  return output.expr.dependsOn(d) ||
         std::any_of(output.dynamic.begin(), output.dynamic.end(),
                     [&](const DynamicTerm& t) { return deps[size_t(t.index)] >> d & 1; });
}

std::vector<NodeId> conditionsOf(const RegionPlan& plan, NodeId mask) {
  std::vector<NodeId> found, open{mask};
  while (!open.empty()) {
    NodeId id = open.back();
    open.pop_back();
    if (id < 0)
      continue;
    const PlanNode& n = plan.nodes[size_t(id)];
    if (n.kind == NodeKind::Compute && n.opcode == Opcode::And)
      open.insert(open.end(), n.operands.rbegin(), n.operands.rend());
    else
      found.push_back(id);
  }
  return found;
}

bool isLinearIn(const IndexExpr& expr, int32_t d) {
  return std::all_of(expr.terms().begin(), expr.terms().end(), [&](const IndexExpr::Term& t) {
    return t.kind == IndexExpr::TermKind::Dim || !t.inner->dependsOn(d);
  });
}

int32_t lastGridDim(const RegionPlan& plan) {
  int32_t last = -1;
  for (size_t d = 0; d < plan.dims.size(); ++d)
    if (plan.dims[d].kind == DimKind::Grid)
      last = int32_t(d);
  return last;
}

std::string printAttr(const AttrValue& v) {
  if (const int64_t* i = std::get_if<int64_t>(&v))
    return absl::StrCat(*i);
  if (const double* d = std::get_if<double>(&v))
    return absl::StrFormat("%a", *d);
  if (const Ints* ints = std::get_if<Ints>(&v))
    return dimsStr(*ints);
  if (const std::string* s = std::get_if<std::string>(&v))
    return *s;
  return "-";
}

std::string printNode(const PlanNode& n) {
  std::string s;
  switch (n.kind) {
  case NodeKind::Load:
    s = absl::StrCat("load in", n.input, access(n.expr, n.dynamic, n.mask));
    break;
  case NodeKind::Constant:
    s = absl::StrCat("constant ", constantStr(n.literal));
    break;
  case NodeKind::Index:
    s = absl::StrCat("index ", n.expr.str());
    break;
  case NodeKind::InRange:
    s = absl::StrCat(n.lo, " <= ", n.expr.str(), " <= ", n.hi);
    break;
  case NodeKind::Compute:
    s = absl::StrCat(std::string(opInfo(n.opcode).name), " ", nodeRefs(n.operands));
    for (const AttrValue& a : n.attrs)
      absl::StrAppend(&s, " ", printAttr(a));
    break;
  case NodeKind::Reduce:
    s = absl::StrCat("reduction", n.reduction, ".", n.component);
    break;
  case NodeKind::Arg:
    s = absl::StrCat("arg", n.component);
    break;
  }
  return absl::StrCat(s, " : ", std::string(dtypeName(n.dtype)));
}

std::string print(const RegionPlan& plan) {
  std::string s = "region\n";
  for (const PlanOutput& o : plan.outputs)
    if (o.initial >= 0)
      absl::StrAppend(&s, "  out", o.buffer, " starts as in", o.initial, "\n");
  for (size_t d = 0; d < plan.dims.size(); ++d)
    absl::StrAppend(&s, "  d", d, ": ", plan.dims[d].extent, " ", kindName(plan.dims[d].kind),
                    "\n");
  for (size_t i = 0; i < plan.inputs.size(); ++i)
    absl::StrAppend(&s, "  in", i, ": ", plan.inputSizes[i], " ",
                    std::string(dtypeName(plan.inputs[i])), "\n");
  std::vector<uint64_t> deps = dependencies(plan);
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    absl::StrAppend(&s, "  %", i, " = ", printNode(plan.nodes[i]), "  over");
    for (size_t d = 0; d < plan.dims.size(); ++d)
      if (deps[i] >> d & 1)
        absl::StrAppend(&s, " d", d);
    s += "\n";
  }
  for (size_t r = 0; r < plan.reductions.size(); ++r) {
    const PlanReduction& red = plan.reductions[r];
    absl::StrAppend(&s, "  reduction", r, " of ", nodeRefs(red.operands), " from ",
                    nodeRefs(red.inits), " over ", dimList(red.dims), " ", printBody(red.body),
                    "\n");
  }
  for (const PlanOutput& o : plan.outputs) {
    absl::StrAppend(&s, "  out", o.buffer, access(o.expr, o.dynamic, o.mask), " = %", o.value,
                    " : ", std::string(dtypeName(plan.outputTypes[size_t(o.buffer)])), "x",
                    plan.outputSizes[size_t(o.buffer)], " over ", dimList(o.dims),
                    o.block > 0 ? absl::StrCat(", summed in blocks of ", o.block) : "", "\n");
  }
  if (plan.scatters())
    absl::StrAppend(&s, "  outputs combined by ", printBody(plan.combiner), "\n");
  return s;
}

} // namespace lz::region
