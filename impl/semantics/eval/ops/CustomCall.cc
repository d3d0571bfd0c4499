// custom_call: the targets that have a meaning on one device, and the checks of conformance files.
#include "base/HashMap.h"
#include "linalg/spec/LapackTable.h"
#include "semantics/eval/Compare.h"
#include "semantics/eval/OpCall.h"
#include "semantics/shape/SelectionCalls.h"
#include "spec/Annotations.h"
#include "spec/OpAttrs.inc.h"

#include <bit>
#include <cmath>
#include <limits>

namespace lz::eval {
namespace {

std::string targetOf(const OpCall& call) {
  return std::string(CustomCallAttrs(call.attrs).callTargetName());
}

Status checkFailed(const OpCall& call, const Mismatch& m) {
  return failedPrecondition("[", targetOf(call), "] element ", dimsStr(m.index), " of ",
                            call.operandType(0).str(), " is ", m.actual, ", expected ", m.expected,
                            " (", m.count, " elements differ)");
}

StatusOr<Literals> check(const OpCall& call, Agreement agreement) {
  if (call.operands.size() < 2 || call.operandType(0) != call.operandType(1))
    return invalidArgument("[", targetOf(call), "] needs two operands of one type");
  auto mismatch = firstMismatch(call.operands[0], call.operands[1], agreement);
  if (mismatch)
    return checkFailed(call, *mismatch);
  return Literals{};
}

Status refuseUnknown(const OpCall& call, const std::string& target) {
  std::vector<TensorType> operands;
  for (size_t i = 0; i < call.operands.size(); ++i)
    operands.push_back(call.operandType(i));
  LZ_RETURN_IF_ERROR(shape::refuseSelectionCall(target, operands, call.resultTypes));
  return unimplemented("[custom_call] target \"", target, "\" is not known to the interpreter");
}

StatusOr<Literals> checkEqual(const OpCall& call) {
  return check(call, Agreement::Equal);
}
// Fails if the check fails, otherwise returns true.
StatusOr<Literals> checkAndSay(const OpCall& call) {
  if (call.resultTypes.size() != 1 || call.resultType() != TensorType{DType::Pred, {}})
    return invalidArgument("[", targetOf(call), "] must have one result, tensor<i1>");
  LZ_RETURN_IF_ERROR(check(call, Agreement::Equal).status());
  return Literals{Literal::splatInt(call.resultType(), 1)};
}
StatusOr<Literals> checkAlmostEqual(const OpCall& call) {
  return check(call, Agreement::Almost);
}
StatusOr<Literals> checkClose(const OpCall& call) {
  return check(call, Agreement::Close);
}

} // namespace

StatusOr<Literals> evalCustomCall(const OpCall& call) {
  static const auto* targets = new HashMap<std::string, OpFn>{
      {"Sharding", evalForward},          {std::string(kStopGradient), evalForward},
      {"check.expect_eq", checkEqual},    {"check.expect_almost_eq", checkAlmostEqual},
      {"check.expect_close", checkClose}, {"check.eq", checkAndSay},
  };
  std::string target = targetOf(call);
  if (linalg::isLapackTarget(target))
    return evalLapack(call);
  auto found = targets->find(target);
  if (found == targets->end())
    return refuseUnknown(call, target);
  return found->second(call);
}

} // namespace lz::eval
