#include "spec/scalar/Compare.h"

#include "spec/Enums.inc.h"
#include "spec/OpAttrs.inc.h"
#include "spec/scalar/ComplexFormulas.h"
#include "spec/scalar/Real.h"

#include <bit>
#include <functional>
#include <limits>

namespace lz::scalar {
namespace {

// Returns an integer that grows in the total order of floats: -NaN < -inf < ... < -0 < +0 < ... <
// inf < NaN.
template <typename Bits> Bits totalOrderKey(Bits bits) {
  return bits < 0 ? Bits(bits ^ std::numeric_limits<Bits>::max()) : bits;
}
inline int16_t orderKey(BF16 x) {
  return totalOrderKey(int16_t(x.bits));
}
inline int16_t orderKey(F16 x) {
  return totalOrderKey(int16_t(x.bits));
}
inline int32_t orderKey(float x) {
  return totalOrderKey(std::bit_cast<int32_t>(x));
}
inline int64_t orderKey(double x) {
  return totalOrderKey(std::bit_cast<int64_t>(x));
}

// Returns a value that C++ compares. 16-bit floats are compared as floats.
inline float plainKey(BF16 x) {
  return x;
}
inline float plainKey(F16 x) {
  return x;
}
template <typename T> T plainKey(T x) {
  return x;
}

// Compares complex numbers by their real parts, then by their imaginary parts.
template <typename T> struct Ordered {
  Complex<Real<T>> value;
  friend bool operator==(Ordered x, Ordered y) { return complex::isEqual(x.value, y.value).value; }
  friend bool operator<(Ordered x, Ordered y) { return complex::isLess(x.value, y.value).value; }
  friend bool operator>(Ordered x, Ordered y) { return y < x; }
  friend bool operator<=(Ordered x, Ordered y) { return x < y || x == y; }
  friend bool operator>=(Ordered x, Ordered y) { return y <= x; }
};
template <typename T> Ordered<T> plainKey(Complex<T> x) {
  return {{x.re, x.im}};
}

template <typename Compare, typename T, typename Key>
void loop(absl::Span<const Literal> operands, Literal& result, Key key) {
  const T *x = operands[0].as<T>(), *y = operands[1].as<T>();
  bool* out = result.mutableAs<bool>();
  for (int64_t i = 0, n = result.type().numElements(); i < n; ++i)
    out[i] = Compare()(key(x[i]), key(y[i]));
}

template <typename T, typename Key>
Status compareBy(ComparisonDirection direction, absl::Span<const Literal> operands, Literal& result,
                 Key key) {
  switch (direction) {
  case ComparisonDirection::EQ:
    loop<std::equal_to<>, T>(operands, result, key);
    break;
  case ComparisonDirection::NE:
    loop<std::not_equal_to<>, T>(operands, result, key);
    break;
  case ComparisonDirection::GE:
    loop<std::greater_equal<>, T>(operands, result, key);
    break;
  case ComparisonDirection::GT:
    loop<std::greater<>, T>(operands, result, key);
    break;
  case ComparisonDirection::LE:
    loop<std::less_equal<>, T>(operands, result, key);
    break;
  case ComparisonDirection::LT:
    loop<std::less<>, T>(operands, result, key);
    break;
  default:
    return invalidArgument("comparison_direction ", int64_t(direction), " is not one of 0 to 5");
  }
  return okStatus();
}

} // namespace

Status compare(absl::Span<const Literal> operands, absl::Span<const AttrValue> attrs,
               Literal& result) {
  if (attrs.empty() || !isSet(attrs.front()))
    return invalidArgument("comparison_direction is missing");
  CompareAttrs compare(attrs);
  bool isTotal = compare.compareType() == ComparisonType::TOTALORDER;
  return visitAnyDType(operands[0].type().dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (!std::is_integral_v<T> && !kIsComplex<T>)
      if (isTotal)
        return compareBy<T>(compare.comparisonDirection(), operands, result,
                            [](T x) { return orderKey(x); });
    return compareBy<T>(compare.comparisonDirection(), operands, result,
                        [](T x) { return plainKey(x); });
  });
}

} // namespace lz::scalar
