#include "emit/Elementwise.h"
#include "emit/KernelEmitter.h"
#include "emit/Monoid.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace lz::emit {

using mlir::Value;
using Values = KernelEmitter::Values;

namespace {

constexpr int64_t kLeastRow = 4; // a shorter row is not worth lanes

uint64_t bitsOf(absl::Span<const int32_t> dims) {
  uint64_t bits = 0;
  for (int32_t d : dims)
    bits |= uint64_t(1) << d;
  return bits;
}

} // namespace

// A reduction over these dims, or one nested in it, takes the lanes already.
bool KernelEmitter::hasLaneReductionOver(uint64_t dims) const {
  for (size_t i = 0; i < plan_.nodes.size(); ++i) {
    const PlanNode& n = plan_.nodes[i];
    if (n.kind == NodeKind::Reduce && (deps_[i] & dims) != 0 &&
        vectorizes(plan_.reductions[size_t(n.reduction)]))
      return true;
  }
  return false;
}

// Rows in row plans: the innermost of nested reductions gets the lanes.
bool KernelEmitter::vectorizes(const PlanReduction& reduction) const {
  return plan_.lanes == LaneMode::RowLanes && !reduction.dims.empty() &&
         extent(reduction.dims.back()) >= kLeastRow &&
         partials_[size_t(&reduction - plan_.reductions.data())] &&
         !hasLaneReductionOver(bitsOf(reduction.dims));
}

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
  if (vectorResult && readsSideBySide(reduction, scope))
    return emitSideBySide(ordinal, scope, {&scope});
  Values inits;
  for (NodeId init : reduction.inits) {
    LZ_ASSIGN_OR_RETURN(Value value, vectorResult ? getWide(init, scope) : get(init, scope));
    inits.push_back(value);
  }
  if (scope.laneDim < 0 && vectorizes(reduction)) {
    LZ_ASSIGN_OR_RETURN(scope.reductions[ordinal], emitLaneReduction(ordinal, scope, inits));
    return okStatus();
  }
  Nest nest{reduction.dims};
  int64_t points = scope.unrolled;
  for (int32_t dim : reduction.dims)
    points = std::min(points * extent(dim), kMostCopies + 1);
  nest.unroll = points <= kMostCopies && isWrittenOut(plan_, reduction);
  if (vectorResult && !nest.unroll)
    nest.sideBySide = sideBySideIn(reduction);
  auto point = [&](Scope& at, const Values& accumulators) {
    return step(reduction, at, accumulators, vectorResult);
  };
  LZ_ASSIGN_OR_RETURN(Values results, emitNest(nest, scope, inits, point));
  scope.reductions[ordinal] = std::move(results);
  return okStatus();
}

} // namespace lz::emit
