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
         extent(reduction.dims.back()) >= kLeastRow && identitiesOf(reduction.body) &&
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
  Values inits;
  for (NodeId init : reduction.inits) {
    LZ_ASSIGN_OR_RETURN(Value value, vectorResult ? getWide(init, scope) : get(init, scope));
    inits.push_back(value);
  }
  if (scope.laneDim < 0 && vectorizes(reduction)) {
    LZ_ASSIGN_OR_RETURN(scope.reductions[ordinal],
                        emitLaneReduction(reduction, scope, inits, *identitiesOf(reduction.body)));
    return okStatus();
  }
  Nest nest{reduction.dims};
  int64_t points = scope.unrolled;
  for (int32_t dim : reduction.dims)
    points = std::min(points * extent(dim), kMostCopies + 1);
  nest.unroll = points <= kMostCopies && isWrittenOut(plan_, reduction);
  auto point = [&](Scope& at, const Values& accumulators) {
    return step(reduction, at, accumulators, vectorResult);
  };
  LZ_ASSIGN_OR_RETURN(Values results, emitNest(nest, scope, inits, point));
  scope.reductions[ordinal] = std::move(results);
  return okStatus();
}

// Every lane reduces its share from the identity; at the end the lanes are folded and meet the
// initial value once.
StatusOr<Values> KernelEmitter::emitLaneReduction(const PlanReduction& reduction, Scope& scope,
                                                  const Values& inits,
                                                  absl::Span<const Literal> identities) {
  Values accumulators;
  focus(scope);
  for (const Literal& identity : identities)
    accumulators.push_back(b_.splat(b_.constant(identity), lanes_));
  auto point = [&](Scope& at, const Values& values) -> StatusOr<Values> {
    LZ_ASSIGN_OR_RETURN(Values next, step(reduction, at, values, true));
    if (at.laneMask)
      for (size_t i = 0; i < next.size(); ++i)
        next[i] = b_.select(at.laneMask, next[i], values[i]);
    return next;
  };
  LZ_ASSIGN_OR_RETURN(accumulators,
                      emitNest({reduction.dims, /*lanes=*/true}, scope, accumulators, point));
  focus(scope);
  // 16 lanes -> 8 -> 4 -> 2 -> 1, always in this order.
  for (int lanes = lanes_ / 2; lanes >= 1; lanes /= 2) {
    Values halves;
    for (int half : {0, 1})
      for (Value accumulator : accumulators) {
        llvm::SmallVector<int64_t> picked;
        for (int lane = 0; lane < lanes; ++lane)
          picked.push_back(half * lanes + lane);
        halves.push_back(lanes == 1 ? b_.extract(accumulator, half)
                                    : builder_.create<mlir::vector::ShuffleOp>(
                                          b_.loc(), accumulator, accumulator, picked));
      }
    LZ_ASSIGN_OR_RETURN(accumulators, emitBody(b_, reduction.body, halves));
  }
  Values args = inits;
  args.insert(args.end(), accumulators.begin(), accumulators.end());
  return emitBody(b_, reduction.body, args);
}

} // namespace lz::emit
