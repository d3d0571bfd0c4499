#include "spec/scalar/Formats.h"

#include "base/Half.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace lz::scalar {
namespace {

// The format of a float type. Normal numbers are 1.mantissa times 2^e, and the least e is 2 -
// 2^(exponentBits - 1).
struct Format {
  int exponentBits, mantissaBits;

  int least() const { return 2 - (1 << (exponentBits - 1)); } // exponent of the least normal number
  int most() const { return (1 << (exponentBits - 1)) - 1; }
};
constexpr Format formatOf(F16) {
  return {5, 10};
}
constexpr Format formatOf(BF16) {
  return {8, 7};
}
constexpr Format formatOf(float) {
  return {8, 23};
}
constexpr Format formatOf(double) {
  return {11, 52};
}

// The exponent of a double fits into this many bits, so more bits change nothing.
constexpr int kManyExponentBits = 30;

double reduced(double x, Format from, Format to) {
  if (x == 0 || !std::isfinite(x))
    return x;
  // Denormals of `from` are as far apart as its least normal numbers.
  int exponent = std::max(std::ilogb(x), from.least());
  int lost = std::max(from.mantissaBits - to.mantissaBits, 0);
  int unit = exponent - from.mantissaBits + lost; // log2 of the distance of neighbouring results
  double scaled = std::ldexp(x, -unit), rounded = std::nearbyint(scaled);
  // Without a mantissa, ties go to the even exponent.
  bool isOdd = (exponent - from.least()) % 2 == 0;
  if (to.mantissaBits == 0 && std::fabs(scaled) == 1.5)
    rounded = std::copysign(isOdd ? 2.0 : 1.0, x);
  double y = std::ldexp(rounded, unit);
  if (to.exponentBits >= from.exponentBits || y == 0)
    return y;
  if (std::isinf(y) || std::ilogb(y) > to.most())
    return std::copysign(HUGE_VAL, x);
  return std::ilogb(y) < to.least() ? std::copysign(0.0, x) : y;
}

double next(double x, double y) {
  return std::nextafter(x, y);
}
float next(float x, float y) {
  return std::nextafter(x, y);
}
// Returns the number after x in the direction of y. Among numbers of the same sign, a larger
// magnitude has larger bits.
template <typename T> T next(T x, T y) {
  if (std::isnan(float(x)) || std::isnan(float(y)))
    return T(std::numeric_limits<float>::quiet_NaN());
  if (float(x) == float(y))
    return y;
  T result = x;
  if (float(x) == 0)
    result.bits = uint16_t((y.bits & 0x8000) | 1);
  else
    result.bits += (float(x) < float(y)) == (float(x) > 0) ? 1 : -1;
  return result;
}

template <typename T> constexpr bool kIsFloat = !std::is_integral_v<T>;

} // namespace

Status nextAfter(absl::Span<const Literal> operands, Literal& result) {
  return visitDType(result.type().dtype, [&](auto zero) -> Status {
    using T = decltype(zero);
    if constexpr (kIsFloat<T>) {
      const T *x = operands[0].as<T>(), *y = operands[1].as<T>();
      T* out = result.mutableAs<T>();
      for (int64_t i = 0, n = result.type().numElements(); i < n; ++i)
        out[i] = next(x[i], y[i]);
      return okStatus();
    }
    return invalidArgument("does not take ", operands[0].type().str());
  });
}

Status reducePrecision(const Literal& operand, absl::Span<const AttrValue> attrs, Literal& result) {
  ReducePrecisionAttrs precision(attrs);
  Format to{int(std::min<int64_t>(precision.exponentBits(), kManyExponentBits)),
            int(std::min<int64_t>(precision.mantissaBits(), std::numeric_limits<double>::digits))};
  return visitDType(result.type().dtype, [&](auto zero) -> Status {
    using T = decltype(zero);
    if constexpr (kIsFloat<T>) {
      const T* in = operand.as<T>();
      T* out = result.mutableAs<T>();
      for (int64_t i = 0, n = result.type().numElements(); i < n; ++i)
        if constexpr (std::is_same_v<T, double>)
          out[i] = reduced(in[i], formatOf(in[i]), to);
        else
          out[i] = T(float(reduced(float(in[i]), formatOf(in[i]), to)));
      return okStatus();
    }
    return invalidArgument("does not take ", operand.type().str());
  });
}

} // namespace lz::scalar
