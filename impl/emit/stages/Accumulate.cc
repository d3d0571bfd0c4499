#include "emit/stages/Accumulate.h"

#include "emit/elementwise/EmitElementwise.h"
#include "emit/kernel/Values.h"

namespace lz::emit {

using mlir::Value;

StatusOr<Values> initsOf(KernelContext& k, const schedule::Stage& stage, Scope& scope) {
  Values inits;
  for (region::NodeId init : k.reductionOf(stage).inits) {
    LZ_ASSIGN_OR_RETURN(Value value,
                        stage.isVector ? emitWide(k, init, scope) : emitValue(k, init, scope));
    inits.push_back(value);
  }
  return inits;
}

StatusOr<Values> step(KernelContext& k, const region::PlanReduction& reduction, Scope& scope,
                      const Values& accumulators, bool vectorResult) {
  Values args = accumulators;
  for (region::NodeId operand : reduction.operands) {
    LZ_ASSIGN_OR_RETURN(Value value,
                        vectorResult ? emitWide(k, operand, scope) : emitValue(k, operand, scope));
    args.push_back(value);
  }
  k.focus(scope);
  return emitBody(k.b, reduction.body, args);
}

} // namespace lz::emit
