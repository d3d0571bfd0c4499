#include "emit/kernel/Values.h"

#include "emit/elementwise/EmitElementwise.h"
#include "emit/kernel/Loads.h"

#include <cmath>

namespace lz::emit {

using mlir::Value;
using region::NodeId;

static Scope& homeOf(KernelContext& k, NodeId id, Scope& scope) {
  Scope* home = &scope;
  while (home->parent && (home->own & k.depsOf(id)) == 0)
    home = home->parent;
  return *home;
}

std::optional<bool> outcomeIn(KernelContext& k, NodeId id, const Scope& scope) {
  return scope.range ? outcomeOf(k.plan, id, *scope.range) : std::nullopt;
}

StatusOr<Value> findKept(KernelContext& k, NodeId id, Scope& scope) {
  if (!scope.isVector(k.depsOf(id)))
    return Value();
  for (KeptValues* kept : k.kept) {
    LZ_ASSIGN_OR_RETURN(Value value, kept->find(id, scope));
    if (value)
      return value;
  }
  return Value();
}

// Returns 1 / (y * power), and `power`. `power` is a power of two that keeps the quotient normal.
// It is 1 unless y is so small or so large that 1 / y might overflow or be denormal.
static Reciprocal reciprocalOf(KernelContext& k, Value y) {
  bool isF64 = LaneBuilder::widthOf(y) == 64;
  double shift = isF64 ? 0x1p53 : 0x1p24, edge = isF64 ? 0x1p1021 : 0x1p125;
  using FCmp = LaneBuilder::FCmp;
  Value magnitude = k.b.absf(y), one = k.b.constantLike(y, 1);
  Value isSmall = k.b.cmpf(FCmp::OLT, magnitude, k.b.constantLike(y, 1 / edge));
  Value isLarge = k.b.cmpf(FCmp::OGT, magnitude, k.b.constantLike(y, edge));
  Value power = k.b.select(isSmall, k.b.constantLike(y, shift),
                           k.b.select(isLarge, k.b.constantLike(y, 1 / shift), one));
  return {k.b.divf(one, k.b.mulf(y, power)), power};
}

// If x is z times a power of two, replaces x by z and returns the power. Otherwise returns 1.
static double takePowerOfTwo(Value& x) {
  auto product = x.getDefiningOp<mlir::arith::MulFOp>();
  if (!product)
    return 1;
  Value z = product.getLhs();
  std::optional<double> factor = LaneBuilder::numberIn(product.getRhs());
  if (!factor) {
    z = product.getRhs();
    factor = LaneBuilder::numberIn(product.getLhs());
  }
  int exponent = 0;
  if (!factor || std::abs(std::frexp(*factor, &exponent)) != 0.5 || std::abs(exponent) > 10)
    return 1;
  x = z;
  return *factor;
}

// If y is computed outside of the loop, emits x / y as a multiplication by 1 / y. Then 1 / y is
// computed once, outside of the loop. Otherwise returns null. If x is z times a power of two,
// multiplies z by the product of this power and the one of the reciprocal: z (2^a 2^b) / y.
static StatusOr<Value> emitDivisionByRowValue(KernelContext& k, const region::PlanNode& n,
                                              Scope& scope) {
  if (k.schedule.reciprocals == schedule::Reciprocals::None || n.opcode != Opcode::Divide ||
      !isFloat(n.dtype))
    return Value();
  NodeId divisor = n.operands[1];
  Scope& home = homeOf(k, divisor, scope);
  if (&home == &scope ||
      (home.laneDim >= 0 && k.schedule.reciprocals != schedule::Reciprocals::OfVectors) ||
      k.node(divisor).kind == region::NodeKind::Constant)
    return Value();
  LZ_ASSIGN_OR_RETURN(Value x, emitWide(k, n.operands[0], scope));
  LZ_ASSIGN_OR_RETURN(Value y, emitValue(k, divisor, home));
  auto [it, isNew] = home.reciprocals.try_emplace(divisor);
  if (isNew) {
    k.focus(home);
    it->second = reciprocalOf(k, y);
  }
  Reciprocal r = it->second;
  if (const double power = takePowerOfTwo(x); power != 1) {
    k.focus(home);
    Value both = k.b.mulf(r.power, k.b.constantLike(r.power, power));
    k.focus(scope);
    return k.b.mulf(k.b.mulf(x, k.b.splat(both, scope.lanes)), k.b.splat(r.factor, scope.lanes));
  }
  k.focus(scope);
  return k.b.mulf(k.b.mulf(x, k.b.splat(r.factor, scope.lanes)), k.b.splat(r.power, scope.lanes));
}

static StatusOr<Value> emitComputeNode(KernelContext& k, NodeId id, Scope& scope) {
  const region::PlanNode& n = k.node(id);
  bool vector = scope.isVector(k.depsOf(id));
  if (n.opcode == Opcode::Select)
    if (std::optional<bool> outcome = outcomeIn(k, n.operands[0], scope)) {
      NodeId taken = n.operands[*outcome ? 1 : 2];
      return vector ? emitWide(k, taken, scope) : emitValue(k, taken, scope);
    }
  if (vector) {
    LZ_ASSIGN_OR_RETURN(Value kept, findKept(k, id, scope));
    if (kept)
      return kept;
    LZ_ASSIGN_OR_RETURN(Value quotient, emitDivisionByRowValue(k, n, scope));
    if (quotient)
      return quotient;
  }
  std::vector<DType> types;
  Values operands;
  for (NodeId operand : n.operands) {
    LZ_ASSIGN_OR_RETURN(Value value,
                        vector ? emitWide(k, operand, scope) : emitValue(k, operand, scope));
    types.push_back(k.node(operand).dtype);
    operands.push_back(value);
  }
  k.focus(scope);
  return emitCompute(k.b, n, types, operands);
}

static StatusOr<Value> emitIndex(KernelContext& k, const region::PlanNode& n, Scope& scope) {
  LaneForm form = k.index.laneForm(n.expr, scope);
  bool uniform = form.regular && form.stride == 0;
  Value value = uniform ? k.index.scalar(n.expr, scope) : k.index.vector(n.expr, scope);
  DType from = LaneBuilder::widthOf(value) == 64 ? DType::S64 : DType::S32;
  value = emitConvert(k.b, value, from, n.dtype);
  value = k.b.roundTo(n.dtype, value);
  // A node that depends on the lane dim is a vector, even if its value is the same in all lanes.
  bool dependsOnLanes = scope.laneDim >= 0 && n.expr.dependsOn(scope.laneDim);
  return dependsOnLanes ? k.b.splat(value, scope.lanes) : value;
}

static StatusOr<Value> emitInRange(KernelContext& k, const region::PlanNode& n, Scope& scope) {
  LaneForm form = k.index.laneForm(n.expr, scope);
  bool uniform = form.regular && form.stride == 0;
  Value value = uniform ? k.index.scalar(n.expr, scope) : k.index.vector(n.expr, scope);
  // A bound beyond the range of the expression always holds. No comparison is emitted for such a
  // bound, because it might not fit into an element of the vector.
  region::IndexExpr::Range range = n.expr.range(k.plan.extents());
  Value low, high;
  if (n.lo > range.lo)
    low = k.b.cmpi(LaneBuilder::ICmp::sge, value, k.b.intLike(value, std::min(n.lo, range.hi + 1)));
  if (n.hi < range.hi)
    high =
        k.b.cmpi(LaneBuilder::ICmp::sle, value, k.b.intLike(value, std::max(n.hi, range.lo - 1)));
  Value result = low && high ? k.b.andi(low, high) : low ? low : high;
  if (!result)
    result = k.b.cmpi(LaneBuilder::ICmp::eq, value, value);
  bool dependsOnLanes = scope.laneDim >= 0 && n.expr.dependsOn(scope.laneDim);
  return dependsOnLanes ? k.b.splat(result, scope.lanes) : result;
}

// Returns a component of the reduction's result. The stage is emitted when the first component is
// needed.
static StatusOr<Value> emitReduceNode(KernelContext& k, NodeId id, Scope& scope) {
  const region::PlanNode& n = k.node(id);
  if (!scope.reductions.count(n.reduction))
    LZ_RETURN_IF_ERROR(k.emitReductionAt(n.reduction, scope));
  return scope.reductions[n.reduction][size_t(n.component)];
}

static StatusOr<Value> emitNode(KernelContext& k, NodeId id, Scope& scope) {
  k.focus(scope);
  const region::PlanNode& n = k.node(id);
  if (std::optional<bool> outcome = outcomeIn(k, id, scope)) {
    Value known = k.b.intConstant(1, *outcome ? 1 : 0);
    return scope.isVector(k.depsOf(id)) ? k.b.splat(known, scope.lanes) : known;
  }
  switch (n.kind) {
  case region::NodeKind::Load:
    return emitLoad(k, id, scope);
  case region::NodeKind::Constant:
    return k.b.constant(n.literal);
  case region::NodeKind::Index:
    return emitIndex(k, n, scope);
  case region::NodeKind::InRange:
    return emitInRange(k, n, scope);
  case region::NodeKind::Compute:
    return emitComputeNode(k, id, scope);
  case region::NodeKind::Reduce:
    return emitReduceNode(k, id, scope);
  case region::NodeKind::Arg:
    break;
  }
  return internalError("[emit] an argument of a combiner is used outside of a combiner");
}

StatusOr<Value> emitValue(KernelContext& k, NodeId id, Scope& scope) {
  Scope& home = homeOf(k, id, scope);
  if (auto it = home.values.find(id); it != home.values.end())
    return it->second;
  LZ_ASSIGN_OR_RETURN(Value value, emitNode(k, id, home));
  home.values[id] = value;
  k.focus(scope);
  return value;
}

StatusOr<Value> emitWide(KernelContext& k, NodeId id, Scope& scope) {
  LZ_ASSIGN_OR_RETURN(Value value, emitValue(k, id, scope));
  k.focus(scope);
  return k.b.splat(value, scope.lanes);
}

} // namespace lz::emit
