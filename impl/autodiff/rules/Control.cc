// The rules of branches and calls. The gradient runs the branch or the function once more.
#include "autodiff/Gradient.h"
#include "autodiff/Regions.h"

namespace lz::autodiff {

namespace {

// Makes a request whose outputs are the region's results that have a cotangent.
GradientRequest requestFor(const RuleCall& call, const Region& region, const Cloner& cloner) {
  GradientRequest request;
  for (size_t i = 0; i < call.g.size(); ++i) {
    if (call.g[i] == kNoValue)
      continue;
    request.outputs.push_back(cloner.lookup(region.results[i]));
    request.cotangents.push_back(call.g[i]);
  }
  return request;
}

// Returns a branch that computes the cotangents of `captures`. Sets reached[i] if the cotangent of
// captures[i] may be nonzero.
Region branchGradient(const RuleCall& call, const Region& branch,
                      const std::vector<ValueId>& captures, std::vector<bool>& reached) {
  Region made = call.b.region({}, [&](Builder& b, const ValueIds&) -> ValueIds {
    Cloner cloner(b.program(), b.program());
    recompute(call, branch, b, cloner);
    GradientRequest request = requestFor(call, branch, cloner);
    request.arguments = captures;
    StatusOr<Gradients> gradients = appendGradients(b.program(), b.opList(), request);
    b.fail(gradients.status());
    if (!gradients.ok())
      return {};
    for (size_t i = 0; i < captures.size(); ++i)
      reached[i] = reached[i] || gradients->reached[i];
    return ValueIds(gradients->values.begin(), gradients->values.end());
  });
  return made;
}

} // namespace

Status vjpBranches(const RuleCall& call) {
  std::vector<ValueId> captures;
  for (const Region& branch : call.op.regions)
    addWanted(call, capturesOf(branch), captures);
  std::vector<bool> reached(captures.size());
  std::vector<Region> branches;
  for (const Region& branch : call.op.regions) {
    branches.push_back(branchGradient(call, branch, captures, reached));
    LZ_RETURN_IF_ERROR(call.b.status());
  }
  keep(captures, reached);
  if (captures.empty())
    return okStatus();
  for (Region& branch : branches) {
    keep(branch.results, reached);
    dropUnused(branch);
  }
  ValueIds gradients =
      call.b.ops(call.op.opcode, call.op.operands, {}, std::move(branches), captures.size());
  for (size_t i = 0; i < captures.size(); ++i)
    call.to.add(captures[i], gradients[i]);
  return okStatus();
}

Status vjpCall(const RuleCall& call) {
  const Region& callee = call.op.regions[0];
  std::vector<Op> ops;
  Builder b(call.b.program(), ops);
  Cloner cloner(b.program(), b.program());
  for (size_t i = 0; i < callee.params.size(); ++i)
    bindKnown(call, callee.params[i], call.operand(i), b, cloner);
  recompute(call, callee, b, cloner);
  LZ_RETURN_IF_ERROR(b.status());
  GradientRequest request = requestFor(call, callee, cloner);
  addWanted(call, call.op.operands, request.arguments);
  addWanted(call, capturesOf(callee), request.arguments);
  LZ_ASSIGN_OR_RETURN(Gradients gradients, appendGradients(b.program(), ops, request));
  dropUnused(ops, gradients.values);
  std::vector<Op>& target = call.b.opList();
  target.insert(target.end(), std::make_move_iterator(ops.begin()),
                std::make_move_iterator(ops.end()));
  for (size_t i = 0; i < request.arguments.size(); ++i)
    if (gradients.reached[i])
      call.to.add(request.arguments[i], gradients.values[i]);
  return okStatus();
}

} // namespace lz::autodiff
