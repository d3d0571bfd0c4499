// A reduction point after point: an accumulator for each lane of the stage around, or one where the
// result is the same in all of them.
//
//   out[d0] = sum over d1 of in0[100*d1 + d0], 7 rows of 100, grid lanes, 16 of them:
//     at d0 = 0, 16, ..., 80 and, masked, 96: 7 points are few, so they are written out
//       s = 0; s += in0[d0..]; s += in0[100 + d0..]; ... s += in0[600 + d0..]
#include "emit/core/Elementwise.h"
#include "emit/core/KernelEmitter.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace lz::emit {

using mlir::Value;
using Values = KernelEmitter::Values;

// A component of the result; the first that is asked for runs the stage.
StatusOr<Value> KernelEmitter::emitReduceNode(NodeId id, Scope& scope) {
  const PlanNode& n = node(id);
  auto it = scope.reductions.find(n.reduction);
  if (it == scope.reductions.end()) {
    LZ_ASSIGN_OR_RETURN(const Stage* stage, stageOf(n.reduction, scope));
    LZ_RETURN_IF_ERROR(emitStage(*stage, scope));
    it = scope.reductions.find(n.reduction);
  }
  return it->second[size_t(n.component)];
}

// One more point: accumulators = body(accumulators, operands).
StatusOr<Values> KernelEmitter::step(const PlanReduction& reduction, Scope& scope,
                                     const Values& accumulators, bool vectorResult) {
  Values args = accumulators;
  for (NodeId operand : reduction.operands) {
    LZ_ASSIGN_OR_RETURN(Value value, vectorResult ? getWide(operand, scope) : get(operand, scope));
    args.push_back(value);
  }
  focus(scope);
  return emitBody(b_, reduction.body, args);
}

StatusOr<Values> KernelEmitter::initsOf(const Stage& stage, Scope& scope) {
  Values inits;
  for (NodeId init : reductionOf(stage).inits) {
    LZ_ASSIGN_OR_RETURN(Value value, stage.isVector ? getWide(init, scope) : get(init, scope));
    inits.push_back(value);
  }
  return inits;
}

Status KernelEmitter::emitReduction(const Stage& stage, Scope& scope) {
  const PlanReduction& reduction = reductionOf(stage);
  LZ_ASSIGN_OR_RETURN(Values inits, initsOf(stage, scope));
  auto point = [&](Scope& at, const Values& accumulators) -> StatusOr<Values> {
    LZ_ASSIGN_OR_RETURN(Values next, step(reduction, at, accumulators, stage.isVector));
    fetchLaterRow(stage, at);
    LZ_RETURN_IF_ERROR(keepRows(stage, at));
    return next;
  };
  LZ_ASSIGN_OR_RETURN(Values results, emitNest(stage, stage.loops, scope, inits, point));
  scope.reductions[stage.reduction] = std::move(results);
  return okStatus();
}

} // namespace lz::emit
