#include "compiler/lower/LowerHostCalls.h"

#include "absl/algorithm/container.h"
#include "exec/Linalg.h"
#include "hlo/build/Bridge.h"
#include "hlo/ir/ForeignTypes.h"
#include "hlo/ir/PlainAttrs.h"
#include "hlo/ir/TypeBridge.h"
#include "linalg/spec/LapackCheck.h"
#include "linalg/spec/LapackConfig.h"
#include "semantics/shape/SelectionCalls.h"
#include "spec/OpAttrs.inc.h"

namespace lz::compiler {
namespace {

struct CalledTypes {
  std::vector<TensorType> operands, results;
};
CalledTypes typesOf(hlo::CustomCallOp op) {
  const mlir::FunctionType types = hlo::calledTypes(op);
  CalledTypes called;
  for (mlir::Type type : types.getInputs())
    called.operands.push_back(hlo::fromIr(type));
  for (mlir::Type type : types.getResults())
    called.results.push_back(hlo::fromIr(type));
  return called;
}

Status refuseUnknown(hlo::CustomCallOp op, const std::string& name) {
  const CalledTypes types = typesOf(op);
  LZ_RETURN_IF_ERROR(shape::refuseSelectionCall(name, types.operands, types.results));
  return unimplemented("[custom_call] the context knows no function \"", name,
                       "\": register it with lz_context_register_host_call before the program "
                       "is compiled");
}

} // namespace

void markEffects(mlir::ModuleOp module, const exec::HostCalls& calls) {
  module.walk([&](hlo::CustomCallOp op) {
    const exec::HostCallRef call = calls.find(op.getCallTargetName().str());
    if (call && call->traits().hasEffects)
      op.setHasSideEffect(true);
  });
}

Status refuseOp(mlir::Operation* op) {
  std::string called;
  op->walk([&](hlo::CustomCallOp call) { called = call.getCallTargetName().str(); });
  const std::string name(hlo::opInfo(op)->name);
  if (called.empty())
    return unimplemented("[", name, "] cannot be compiled yet");
  return unimplemented("[", name, "] has a body that calls \"", called,
                       "\", but a kernel cannot call functions: call it on whole tensors, "
                       "before or after the op");
}

StatusOr<CallWork> hostCallWork(hlo::CustomCallOp op, const exec::HostCalls* calls) {
  LZ_ASSIGN_OR_RETURN(Attrs values, hlo::plainAttrs(op, *hlo::opInfo(op), hlo::Literals::Skip));
  const CustomCallAttrs attrs(values);
  const std::string name(attrs.callTargetName());
  exec::HostCallRef call = calls ? calls->find(name) : nullptr;
  if (!call)
    return refuseUnknown(op, name);
  for (const exec::HostAlias& alias : call->traits().aliases)
    if (alias.result >= op->getNumResults() || alias.operand >= op->getNumOperands())
      return invalidArgument("[custom_call] \"", name, "\" was registered with an alias of result ",
                             alias.result, " and operand ", alias.operand, ", but this call has ",
                             op->getNumResults(), " results and ", op->getNumOperands(),
                             " operands");
  CallWork work{nullptr, {}, std::move(call), hlo::locationIdFromIr(op.getLoc())};
  work.signature.attrs = exec::HostCallAttrs{std::string(attrs.backendConfig())};
  return work;
}

StatusOr<std::optional<exec::CallAttrs>> lapackAttrs(hlo::CustomCallOp op,
                                                     const exec::HostCalls* calls) {
  LZ_ASSIGN_OR_RETURN(Attrs values, hlo::plainAttrs(op, *hlo::opInfo(op), hlo::Literals::Skip));
  const CustomCallAttrs attrs(values);
  const std::string name(attrs.callTargetName());
  if (!linalg::isLapackTarget(name) || (calls && calls->find(name)))
    return std::nullopt;
  const CalledTypes types = typesOf(op);
  LZ_RETURN_IF_ERROR(
      linalg::checkLapackCall(name, attrs.backendConfig(), types.operands, types.results));
  const linalg::LapackFunction function = linalg::lapackCall(name)->function;
  if (!exec::hasLapack(function))
    return unimplemented("[custom_call] only texts and bytecode may call \"", name,
                         "\"; record cholesky or triangular_solve instead");
  auto found = exec::LapackCallAttrs::of(std::string(lapackName(function)));
  const linalg::LapackConfig config(attrs.backendConfig());
  for (exec::LapackCallAttrs::Option& option : found.options)
    option.number = config.number(option.name);
  return found;
}

void listAliases(const exec::HostCallTraits& traits, const std::vector<StepValue>& values,
                 Step& step) {
  for (const exec::HostAlias& alias : traits.aliases) {
    const ValueId result = step.results[alias.result], operand = step.operands[alias.operand];
    if (absl::c_count(step.operands, operand) == 1 &&
        couldTakeOver(values[size_t(result)], values[size_t(operand)]))
      step.aliases.push_back(
          {Alias::Kind::May, result, operand, "the function is registered with this alias"});
  }
}

} // namespace lz::compiler
