#include "region/Monoid.h"

#include "region/ArgReduction.h"
#include "spec/Identity.h"

#include <algorithm>

namespace lz::region {
namespace {

bool isArg(const PlanNode& node, size_t ordinal) {
  return node.kind == NodeKind::Arg && size_t(node.component) == ordinal;
}

bool isRounded(const PlanBody& body) {
  return std::any_of(body.results.begin(), body.results.end(), [&](NodeId id) {
    const PlanNode& node = body.nodes[size_t(id)];
    return isFloat(node.dtype) && (node.opcode == Opcode::Add || node.opcode == Opcode::Multiply);
  });
}

} // namespace

std::optional<std::vector<Literal>> identitiesOf(const PlanBody& body) {
  std::vector<Literal> identities;
  size_t n = body.results.size();
  for (size_t k = 0; k < n; ++k) {
    const PlanNode& node = body.nodes[size_t(body.results[k])];
    if (node.kind != NodeKind::Compute || node.operands.size() != 2)
      return std::nullopt;
    const PlanNode& x = body.nodes[size_t(node.operands[0])];
    const PlanNode& y = body.nodes[size_t(node.operands[1])];
    if (!(isArg(x, k) && isArg(y, n + k)) && !(isArg(x, n + k) && isArg(y, k)))
      return std::nullopt;
    std::optional<Literal> identity = identityOf(node.opcode, node.dtype);
    if (!identity)
      return std::nullopt;
    identities.push_back(*std::move(identity));
  }
  return identities;
}

std::optional<Partials> partialsOf(const RegionPlan& plan, const PlanReduction& reduction) {
  if (auto identities = identitiesOf(reduction.body))
    return Partials{*std::move(identities), -1, isRounded(reduction.body)};
  int place = placeOf(plan, reduction);
  return place < 0 ? std::nullopt : std::optional(Partials{{}, place});
}

} // namespace lz::region
