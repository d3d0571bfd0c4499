// Reductions: which of the ways to run one is taken (Schedule.h prints it), and the plain one, an
// accumulator for each lane of the grid or none with lanes, point after point.
//
//   out[d0] = sum over d1 of in0[100*d1 + d0], 7 rows of 100, grid lanes, 16 of them:
//     at d0 = 0, 16, ..., 80 and, masked, 96: 7 points are few, so they are written out
//       s = 0; s += in0[d0..]; s += in0[100 + d0..]; ... s += in0[600 + d0..]
//
// The others:
//   LaneReduce.cc   along a row, which has the lanes         sum of each row, softmax
//   Rows.cc         what a row's stages share in memory      the exponentials of a softmax
//   Columns.cc      down wide columns, some rows at a time   sums of 4096 columns
//   SideBySide.cc   rows inside of another reduction         784-dimensional distances
#include "base/Checked.h"
#include "emit/core/Elementwise.h"
#include "emit/core/KernelEmitter.h"
#include "schedule/WrittenOut.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace lz::emit {

using mlir::Value;
using Values = KernelEmitter::Values;

StatusOr<Value> KernelEmitter::emitReduceNode(NodeId id, Scope& scope) {
  const PlanNode& n = node(id);
  auto it = scope.reductions.find(n.reduction);
  if (it == scope.reductions.end()) {
    LZ_RETURN_IF_ERROR(emitReduction(n.reduction, scope, scope.isVector(depsOf(id))));
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

Status KernelEmitter::emitReduction(int32_t ordinal, Scope& scope, bool vectorResult) {
  const PlanReduction& reduction = plan_.reductions[size_t(ordinal)];
  const ReductionLoop& loop = schedule_.reductions[size_t(ordinal)];
  if (vectorResult && scope.laneDim == lastGridDim(plan_) && loop.isSideBySide)
    return emitSideBySide(ordinal, scope, {&scope});
  Values inits;
  for (NodeId init : reduction.inits) {
    LZ_ASSIGN_OR_RETURN(Value value, vectorResult ? getWide(init, scope) : get(init, scope));
    inits.push_back(value);
  }
  if (scope.laneDim < 0 && loop.hasLanes) {
    LZ_ASSIGN_OR_RETURN(scope.reductions[ordinal], emitLaneReduction(ordinal, scope, inits));
    return okStatus();
  }
  Nest nest{reduction.dims};
  nest.writtenOut = loop.writtenOut;
  int64_t copies = scope.unrolled;
  for (int32_t dim : nest.dims.last(nest.writtenOut))
    copies = productUpTo(copies, extent(dim), kMostCopies + 1);
  if (copies > kMostCopies)
    nest.writtenOut = 0;
  if (vectorResult && nest.writtenOut == 0)
    nest.sideBySide = loop.rowsInside;
  auto point = [&](Scope& at, const Values& accumulators) -> StatusOr<Values> {
    LZ_ASSIGN_OR_RETURN(Values next, step(reduction, at, accumulators, vectorResult));
    if (schedule_.readsWideRows)
      fetchLaterRow(reduction.dims.back(), at);
    if (vectorResult && choice_.shortRows)
      LZ_RETURN_IF_ERROR(keepRows(ordinal, at));
    return next;
  };
  LZ_ASSIGN_OR_RETURN(Values results, emitNest(nest, scope, inits, point));
  scope.reductions[ordinal] = std::move(results);
  return okStatus();
}

} // namespace lz::emit
