// How sorts are drawn.
#include "RandomDraw.h"

#include <limits>

namespace lz::test {

// Floats by JAX's comparator: what rounds differently has other signs of NaN and zero. Values
// follow the keys only where these are exact.
std::optional<Draw::Draft> Draw::sort() {
  constexpr Opcode kOpcode = Opcode::Sort;
  ValueId x = anyValue(1);
  TensorType keys = type(x);
  Draft draft{kOpcode,
              {x},
              attrs(kOpcode, {{"dimension", below(2 * keys.rank()) - keys.rank()},
                              {"is_stable", below(2)}})};
  if (!isFloat(keys.dtype) && chance(0.3))
    draft.operands.push_back(like({dtypeThat([](DType) { return true; }), keys.dims}));
  Region comparator;
  for (ValueId operand : draft.operands)
    for (int side = 0; side < 2; ++side)
      comparator.params.push_back(program_.addValue({type(operand).dtype, {}}));
  ValueId sides[] = {canonical(comparator.params[0], comparator),
                     canonical(comparator.params[1], comparator)};
  AttrValue order = isFloat(keys.dtype) ? AttrValue(int64_t(2)) : AttrValue();
  comparator.ops.push_back(
      opOf(Opcode::Compare, sides, {DType::Pred, {}},
           attrs(Opcode::Compare, {{"comparison_direction", chance(0.5) ? int64_t(5) : int64_t(3)},
                                   {"compare_type", order}})));
  comparator.results = {comparator.ops.back().results[0]};
  draft.regions = {std::move(comparator)};
  return draft;
}

// select(x != x, NaN, select(x == 0, 0, x)) of a float.
ValueId Draw::canonical(ValueId x, Region& body) {
  const TensorType scalar = type(x);
  if (!isFloat(scalar.dtype))
    return x;
  auto add = [&](Opcode opcode, absl::Span<const ValueId> operands, Attrs attributes) {
    TensorType result = opcode == Opcode::Compare ? TensorType{DType::Pred, {}} : scalar;
    body.ops.push_back(opOf(opcode, operands, result, std::move(attributes)));
    return body.ops.back().results[0];
  };
  auto number = [&](double value) {
    return add(Opcode::Constant, {}, {AttrValue(Literal::splat(scalar, value))});
  };
  auto compare = [&](ValueId a, ValueId b, int64_t direction) {
    return add(Opcode::Compare, {a, b},
               attrs(Opcode::Compare, {{"comparison_direction", direction}}));
  };
  ValueId zero = number(0), nan = number(std::numeric_limits<double>::quiet_NaN());
  ValueId oneZero = add(Opcode::Select, {compare(x, zero, 0), zero, x}, {});
  return add(Opcode::Select, {compare(x, x, 1), nan, oneZero}, {});
}

} // namespace lz::test
