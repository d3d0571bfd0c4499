#include "autodiff/Expr.h"
#include "autodiff/Rule.h"

namespace lz::autodiff {

Expr constant(Expr x, double value) {
  return {x.b, x.b->splat(value, TensorType{x.type().dtype, {}})};
}

// The dims of the operands that are not scalars.
static Dims commonDims(absl::Span<const Expr> operands) {
  for (const Expr& x : operands)
    if (!x.type().dims.empty())
      return x.type().dims;
  return {};
}

Expr apply(Opcode opcode, std::initializer_list<Expr> operands) {
  Builder& b = *operands.begin()->b;
  Dims dims = commonDims({operands.begin(), operands.size()});
  ValueIds ids;
  for (const Expr& x : operands)
    ids.push_back(x.type().dims.empty() && !dims.empty() ? b.broadcast(x.id, dims, {}) : x.id);
  return {&b, b.op(opcode, ids)};
}

Expr compare(Expr x, Expr y, ComparisonDirection direction) {
  Dims dims = commonDims({{x, y}});
  auto spread = [&](Expr e) {
    return e.type().dims.empty() ? e.b->broadcast(e.id, dims, {}) : e.id;
  };
  return {x.b, x.b->compare(spread(x), spread(y), direction)};
}

Expr convertLike(Expr x, Expr like) {
  return {x.b, x.b->convert(x.id, like.type().dtype)};
}

namespace {

struct Formula {
  enum Kind : uint8_t { None, Zero, Value } kind = None;
  Expr value{};
};

// The formula for the cotangent of operand i from the op's entry, in terms of g, the operands x, y,
// z and the result r.
Formula formulaOf(Opcode opcode, size_t i, Expr g, Expr x, Expr y, Expr z, Expr r) {
  switch (opcode) {
#include "spec/VjpElementwise.inc"
  default:
    return {};
  }
}

} // namespace

bool passesCotangents(Opcode opcode) {
  switch (opcode) {
#include "spec/VjpZero.inc"
    return false;
  default:
    return true;
  }
}

Status vjpElementwise(const RuleCall& call) {
  Builder& b = call.b;
  auto operand = [&](size_t i) {
    return Expr{&b, i < call.op.operands.size() ? call.operand(i) : kNoValue};
  };
  for (size_t i = 0; i < call.op.operands.size(); ++i) {
    if (!call.wants(i))
      continue;
    Formula formula = formulaOf(call.op.opcode, i, Expr{&b, call.g[0]}, operand(0), operand(1),
                                operand(2), Expr{&b, call.op.results[0]});
    if (formula.kind == Formula::None)
      return call.refuse(" with respect to operand ", i);
    if (formula.kind == Formula::Zero)
      continue;
    ValueId cotangent = formula.value.id;
    int64_t rank = b.type(cotangent).rank();
    // The bounds of clamp may be scalars.
    if (rank > call.operandType(i).rank()) {
      Ints all;
      for (int64_t d = 0; d < rank; ++d)
        all.push_back(d);
      cotangent = b.sum(cotangent, std::move(all));
    }
    call.give(i, cotangent);
  }
  return okStatus();
}

// The cotangent is rounded like the value, as in JAX.
Status vjpReducePrecision(const RuleCall& call) {
  call.give(0, call.b.op(Opcode::ReducePrecision, {call.g[0]}, call.op.attrs));
  return okStatus();
}

} // namespace lz::autodiff
