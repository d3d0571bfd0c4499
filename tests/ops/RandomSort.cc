// Draws ops of the library: sorts, selections, random bits.
#include "RandomDraw.h"

#include <algorithm>
#include <limits>

namespace lz::test {
namespace {

// Returns true if rounding cannot change the order of keys of this type.
bool isKey(DType dtype) {
  return !isFloat(dtype) && !isComplex(dtype);
}

} // namespace

// Draws a sort. Floats are compared by JAX's comparator, because the signs of NaN and zeros may
// depend on roundings. There are further inputs only if rounding cannot change the order of the
// keys.
std::optional<Draw::Draft> Draw::sort() {
  constexpr Opcode kOpcode = Opcode::Sort;
  ValueId x = anyValue(1, [](DType dtype) { return !isComplex(dtype); });
  TensorType keys = type(x);
  Draft draft{kOpcode,
              {x},
              attrs(kOpcode, {{"dimension", below(2 * keys.rank()) - keys.rank()},
                              {"is_stable", below(2)}})};
  const bool isExact = isKey(keys.dtype);
  for (int64_t more = below(3); isExact && more > 0; --more)
    draft.operands.push_back(like(
        {dtypeThat([&](DType dtype) { return isKey(dtype) || (more == 1 && !isComplex(dtype)); }),
         keys.dims}));
  draft.regions = {comparator(draft.operands)};
  return draft;
}

// Returns a comparator. It compares the first operand, and if its elements are equal, some of the
// other operands that are not floats. Forms and directions are random. Sometimes keys are squared
// first, and sometimes the comparator defines no order.
Region Draw::comparator(absl::Span<const ValueId> operands) {
  Region body;
  for (ValueId operand : operands)
    for (int side = 0; side < 2; ++side)
      body.params.push_back(program_.addValue({type(operand).dtype, {}}));
  using enum ComparisonDirection;
  const TensorType pred{DType::Pred, {}};
  auto add = [&](Opcode opcode, std::initializer_list<ValueId> values) {
    body.ops.push_back(opOf(opcode, values, pred));
    return body.ops.back().results[0];
  };
  ValueId answer = -1;
  for (int64_t key = int64_t(operands.size()) - 1; key >= 0; --key) {
    const DType dtype = type(operands[size_t(key)]).dtype;
    if (key > 0 && (isFloat(dtype) || chance(0.4)))
      continue;
    ValueId x = canonical(body.params[size_t(2 * key)], body),
            y = canonical(body.params[size_t(2 * key + 1)], body);
    if (!isFloat(dtype) && dtype != DType::Pred && chance(0.1)) {
      body.ops.push_back(opOf(Opcode::Multiply, std::initializer_list<ValueId>{x, x}, type(x)));
      x = body.ops.back().results[0];
    }
    const bool ascends = chance(0.5);
    if (answer < 0) {
      const bool isStrict = chance(0.8);
      answer = compared(x, y, ascends ? isStrict ? LT : LE : isStrict ? GT : GE, body);
      continue;
    }
    const ValueId first = compared(x, y, ascends ? LT : GT, body);
    const int64_t form = below(3);
    const ValueId same = compared(x, y, form == 2 ? NE : EQ, body);
    answer = form == 0   ? add(Opcode::Or, {first, add(Opcode::And, {same, answer})})
             : form == 1 ? add(Opcode::Select, {same, answer, first})
                         : add(Opcode::Select, {same, first, answer});
  }
  body.results = {answer};
  return body;
}

ValueId Draw::compared(ValueId x, ValueId y, ComparisonDirection direction, Region& body) {
  const AttrValue order =
      isFloat(type(x).dtype) ? AttrValue(int64_t(ComparisonType::TOTALORDER)) : AttrValue();
  body.ops.push_back(opOf(Opcode::Compare, std::initializer_list<ValueId>{x, y}, {DType::Pred, {}},
                          attrs(Opcode::Compare, {{"comparison_direction", int64_t(direction)},
                                                  {"compare_type", order}})));
  return body.ops.back().results[0];
}

std::optional<Draw::Draft> Draw::library(Opcode opcode) {
  switch (opcode) {
  case Opcode::Sort:
    return sort();
  case Opcode::TopK:
    return topK();
  case Opcode::RngBitGenerator:
    return randomBits();
  case Opcode::Fft:
    return fft();
  default:
    return std::nullopt;
  }
}

std::optional<Draw::Draft> Draw::fft() {
  const int64_t form = below(4);
  const bool isReal = form == int64_t(FftType::RFFT);
  ValueId x = anyValue(1, [&](DType t) { return isReal ? isFloat(t) : isComplex(t); });
  const Dims& dims = type(x).dims;
  Ints lengths;
  for (int64_t n = 1 + below(std::min<int64_t>(type(x).rank(), 3)); n > 0; --n)
    lengths.push_back(dims[dims.size() - size_t(n)]);
  if (form == int64_t(FftType::IRFFT))
    lengths.back() = std::max<int64_t>(2 * lengths.back() - 1 - below(2), 0);
  return Draft{Opcode::Fft, {x}, attrs(Opcode::Fft, {{"fft_type", form}, {"fft_length", lengths}})};
}

std::optional<Draw::Draft> Draw::randomBits() {
  const int64_t algorithm = below(3);
  const int64_t words = algorithm == int64_t(RngAlgorithm::THREE_FRY) ? 2 : 2 + below(2);
  const TensorType bits{dtypeThat(isInteger), dims(below(4))};
  return Draft{Opcode::RngBitGenerator,
               {like({DType::U64, {words}})},
               attrs(Opcode::RngBitGenerator, {{"rng_algorithm", algorithm}}),
               {},
               bits};
}

// Draws a top-k of an operand that is exact, because otherwise roundings could change which
// elements are selected.
std::optional<Draw::Draft> Draw::topK() {
  ValueId x = anyValue(1, isKey);
  return Draft{Opcode::TopK, {x}, attrs(Opcode::TopK, {{"k", below(type(x).dims.back() + 1)}})};
}

// Returns select(x != x, NaN, select(x == 0, 0, x)) for a float, and x for other types.
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
