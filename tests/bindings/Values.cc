#include "Values.h"

#include "base/elements/SmallTypes.h"

#include <cmath>
#include <limits>

namespace lz::vectors {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFloats[] = {0.5, -0.25, 1, -2, 0, 3, -0., 1.5, NAN, 4.5, -0.75, kInfinity};
constexpr int64_t kIntegers[] = {
    0, 1, -1, 2,  7, -8, std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min(),
    3, 5, -3, 100};
static_assert(std::size(kFloats) == std::size(kIntegers));
constexpr size_t kCount = std::size(kFloats);
// The numbers of the next operand begin this much later in the list.
constexpr size_t kStep = 5;

size_t placeOf(size_t element, size_t operand) {
  return (element + operand * kStep) % kCount;
}

template <typename T> T clamped(int64_t value) {
  using Limits = std::numeric_limits<T>;
  if (value == std::numeric_limits<int64_t>::max())
    return Limits::max();
  if (value == std::numeric_limits<int64_t>::min())
    return Limits::min();
  return T(value);
}

// Fills in the elements. Real and imaginary parts count separately. Part i is `number(i)`, a
// double, or `integer(i)`, an int64_t.
template <typename Number, typename Integer>
Literal filled(const TensorType& type, Number number, Integer integer) {
  Literal literal(type);
  const int64_t count = type.numElements() * numParts(type.dtype);
  for (int64_t i = 0; isSmall(type.dtype) && i < count; ++i)
    storeCode(type.dtype, literal.mutableData(), i,
              isSmallFloat(type.dtype) ? toSmallFloat(floatFormat(type.dtype), number(i))
                                       : uint8_t(integer(i)));
  if (isSmall(type.dtype))
    return literal;
  visitDType(partType(type.dtype), [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < count; ++i) {
      if constexpr (std::is_same_v<T, bool>)
        literal.mutableAs<T>()[i] = integer(i) & 1;
      else if constexpr (std::is_integral_v<T>)
        literal.mutableAs<T>()[i] = clamped<T>(integer(i));
      else
        literal.mutableAs<T>()[i] = T(float(number(i)));
    }
  });
  return literal;
}

} // namespace

Literal elementwiseValues(const TensorType& type, size_t operand, bool isPositive) {
  auto number = [&](int64_t i) {
    double value = kFloats[placeOf(size_t(i), operand)];
    return isPositive ? std::abs(value) : value;
  };
  return filled(type, number, [&](int64_t i) { return kIntegers[placeOf(size_t(i), operand)]; });
}

Literal plainValues(const TensorType& type, size_t operand) {
  auto integer = [&](int64_t i) {
    int64_t value = (i * 7 + int64_t(operand) * 4 + 3) % 9;
    return isUnsignedInt(type.dtype) || type.dtype == DType::F8E8M0FNU ? value : value - 4;
  };
  return filled(type, integer, integer);
}

Literal literalOf(const TensorType& type, const std::vector<double>& values) {
  auto value = [&](int64_t i) {
    return isComplex(type.dtype) ? i % 2 ? 0 : values[size_t(i / 2)] : values[size_t(i)];
  };
  return filled(type, value, [&](int64_t i) { return int64_t(value(i)); });
}

} // namespace lz::vectors
