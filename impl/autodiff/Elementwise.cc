#include "autodiff/Rule.h"
#include "autodiff/Symbolic.h"

namespace lz::autodiff {

Symbolic constant(Symbolic x, double value) {
  return {x.b, x.b->splat(value, TensorType{x.type().dtype, {}})};
}

// Returns the dims that all operands other than scalars have.
static Dims commonDims(absl::Span<const Symbolic> operands) {
  for (const Symbolic& x : operands)
    if (!x.type().dims.empty())
      return x.type().dims;
  return {};
}

Symbolic apply(Opcode opcode, std::initializer_list<Symbolic> operands) {
  Builder& b = *operands.begin()->b;
  Dims dims = commonDims({operands.begin(), operands.size()});
  ValueIds ids;
  for (const Symbolic& x : operands)
    ids.push_back(x.type().dims.empty() && !dims.empty() ? b.broadcast(x.id, dims, {}) : x.id);
  return {&b, b.op(opcode, ids)};
}

Symbolic compare(Symbolic x, Symbolic y, ComparisonDirection direction) {
  Dims dims = commonDims({{x, y}});
  auto spread = [&](Symbolic e) {
    return e.type().dims.empty() ? e.b->broadcast(e.id, dims, {}) : e.id;
  };
  return {x.b, x.b->compare(spread(x), spread(y), direction)};
}

Symbolic convertLike(Symbolic x, Symbolic like) {
  return {x.b, x.b->convert(x.id, like.type().dtype)};
}

namespace {

struct Formula {
  enum Kind : uint8_t { None, Zero, Value } kind = None;
  Symbolic value{};
};

// Returns the formula for the cotangent of operand i. The op's entry (impl/spec/ops/*.td) has this
// formula, in terms of the cotangent g, the operands x, y and z, and the result r.
Formula formulaOf(Opcode opcode, size_t i, Symbolic g, Symbolic x, Symbolic y, Symbolic z,
                  Symbolic r) {
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
    return Symbolic{&b, i < call.op.operands.size() ? call.operand(i) : kNoValue};
  };
  for (size_t i = 0; i < call.op.operands.size(); ++i) {
    if (!call.wants(i))
      continue;
    Formula formula = formulaOf(call.op.opcode, i, Symbolic{&b, call.g[0]}, operand(0), operand(1),
                                operand(2), Symbolic{&b, call.op.results[0]});
    if (formula.kind == Formula::None)
      return call.refuse(" with respect to operand ", i);
    if (formula.kind == Formula::Zero)
      continue;
    ValueId cotangent = formula.value.id;
    int64_t rank = b.type(cotangent).rank();
    // The bounds of clamp may be scalars. The cotangent of a scalar is the sum over all elements.
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

// Rounds the cotangent to the same precision as the value, as JAX does.
Status vjpReducePrecision(const RuleCall& call) {
  call.give(0, call.b.op(Opcode::ReducePrecision, {call.g[0]}, call.op.attrs));
  return okStatus();
}

} // namespace lz::autodiff
