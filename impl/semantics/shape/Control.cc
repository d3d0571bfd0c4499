// Ops whose regions are programs. The results have the types of the regions' results.
#include "semantics/shape/Checks.h"
#include "spec/Annotations.h"
#include "spec/OpAttrs.inc.h"

namespace lz::shape {
namespace {

std::vector<TensorType> operandTypes(const Call& call) {
  std::vector<TensorType> types;
  for (size_t i = 0; i < call.numOperands(); ++i)
    types.push_back(call.operand(i));
  return types;
}

void append(TypeList& results, absl::Span<const TensorType> types) {
  results.insert(results.end(), types.begin(), types.end());
}

} // namespace

// The two regions are cond and body. The parameters of both are the carried values.
Status inferWhile(const Call& call, TypeList& results) {
  std::vector<TensorType> carried = operandTypes(call);
  const RegionType &cond = call.regions()[0], &body = call.regions()[1];
  if (cond.params != carried || body.params != carried)
    return call.error("cond and body must take the carried values ", typesStr(carried),
                      ", but take ", typesStr(cond.params), " and ", typesStr(body.params));
  if (cond.results != std::vector<TensorType>{{DType::Pred, {}}})
    return call.error("cond must return one scalar i1, but returns ", typesStr(cond.results));
  if (body.results != carried)
    return call.error("body must return the carried values ", typesStr(carried), ", but returns ",
                      typesStr(body.results));
  append(results, carried);
  return okStatus();
}

// if has a predicate and two regions. case has an s32 index and at least one region.
Status inferBranches(const Call& call, TypeList& results) {
  const TensorType& selector = call.operand(0);
  DType dtype = call.info().numRegions == 2 ? DType::Pred : DType::S32;
  if (selector != TensorType{dtype, {}})
    return call.error("must select the branch by a scalar of type ", dtypeName(dtype), ", but got ",
                      selector.str());
  if (call.regions().empty())
    return call.error("needs at least one branch");
  const RegionType& first = call.regions()[0];
  for (size_t i = 0; i < call.regions().size(); ++i) {
    const RegionType& branch = call.regions()[i];
    if (!branch.params.empty())
      return call.error("branch ", i, " must take no values (it captures them), but takes ",
                        typesStr(branch.params));
    if (branch.results != first.results)
      return call.error("branches must return the same types, but branch 0 returns ",
                        typesStr(first.results), " and branch ", i, " returns ",
                        typesStr(branch.results));
  }
  append(results, first.results);
  return okStatus();
}

// The only region is the callee.
Status inferCall(const Call& call, TypeList& results) {
  if (call.regions().size() != 1)
    return call.error("the function to call is missing");
  const RegionType& callee = call.regions()[0];
  std::vector<TensorType> operands = operandTypes(call);
  if (callee.params != operands)
    return call.error("the function takes ", typesStr(callee.params), ", but is given ",
                      typesStr(operands));
  append(results, callee.results);
  return okStatus();
}

// The result types of foreign code do not follow from its operands, so the op states them.
Status inferCustomCall(const Call& call, TypeList& results) {
  if (CustomCallAttrs(call.attrs()).callTargetName() == kStopGradient)
    return inferForward(call, results);
  append(results, call.claimed());
  return okStatus();
}

// The results have the types of the operands.
Status inferForward(const Call& call, TypeList& results) {
  append(results, operandTypes(call));
  return okStatus();
}

} // namespace lz::shape
