// Defines scalar ops that C++ lacks or defines differently. The `scalar` expressions of op entries
// (spec/ops) call these functions. T is bool, an integer of 8 to 64 bits, float or double. 16-bit
// floats are computed in float and then rounded.
//
// Integers wrap. x / 0 has every bit set, x rem 0 is x, MIN / -1 is MIN, MIN rem -1 is 0. If the
// amount of a shift is outside of [0, width), the shift moves every bit out.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace lz::scalar {

// An unsigned type in which T's arithmetic wraps. It has at least 32 bits, because C++ promotes
// 16-bit values to int, whose products can overflow.
template <typename T> using Wrapping = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

template <typename T> T wrapAdd(T x, T y) {
  return T(Wrapping<T>(x) + Wrapping<T>(y));
}
template <typename T> T wrapSubtract(T x, T y) {
  return T(Wrapping<T>(x) - Wrapping<T>(y));
}
template <typename T> T wrapMultiply(T x, T y) {
  return T(Wrapping<T>(x) * Wrapping<T>(y));
}
template <typename T> T wrapNegate(T x) {
  return T(Wrapping<T>(0) - Wrapping<T>(x));
}

// Returns the upper half of a product.
template <typename T> T multiplyHigh(T x, T y) {
  using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
  return T((Wide(x) * Wide(y)) >> (8 * sizeof(T)));
}

template <typename T> bool overflowsDivision(T x, T y) {
  return std::is_signed_v<T> && x == std::numeric_limits<T>::min() && y == T(-1);
}
template <typename T> T divide(T x, T y) {
  if (y == 0)
    return T(-1);
  return overflowsDivision(x, y) ? x : T(x / y);
}
template <typename T> T remainder(T x, T y) {
  if (y == 0)
    return x;
  return overflowsDivision(x, y) ? T(0) : T(x % y);
}

// Returns x^y modulo 2^width. If y is negative, the result is 0 unless x is 1 or -1. For example,
// 2^-1 = 0^-1 = 0 and (-1)^-3 = -1.
template <typename T> T power(T x, T y) {
  if (std::is_signed_v<T> && y < T(0)) {
    if (x != T(1) && x != T(-1))
      return T(0);
    return y & 1 ? x : T(1);
  }
  T result = 1;
  for (auto left = std::make_unsigned_t<T>(y); left != 0; left >>= 1) {
    if (left & 1)
      result = wrapMultiply(result, x);
    x = wrapMultiply(x, x);
  }
  return result;
}

template <typename T> bool keepsBits(T amount) {
  using Unsigned = std::make_unsigned_t<T>;
  return Unsigned(amount) < sizeof(T) * 8;
}
template <typename T> T shiftLeft(T x, T y) {
  return keepsBits(y) ? T(Wrapping<T>(x) << y) : T(0);
}
template <typename T> T shiftRightLogical(T x, T y) {
  return keepsBits(y) ? T(std::make_unsigned_t<T>(x) >> y) : T(0);
}
// Shifts right and fills with copies of the highest bit, even for unsigned types.
template <typename T> T shiftRightArithmetic(T x, T y) {
  auto value = std::make_signed_t<T>(x);
  return T(value >> (keepsBits(y) ? int(y) : int(sizeof(T) * 8 - 1)));
}

// Converts to long double. In this type, the errors of the C library's functions are small compared
// with a unit in the last place of f64.
template <typename T> long double wide(T x) {
  return static_cast<long double>(x);
}

// Returns the larger operand, or NaN if one is NaN. +0 counts as larger than -0.
template <typename T> T maximum(T x, T y) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(x) || std::isnan(y))
      return std::numeric_limits<T>::quiet_NaN();
    if (x == y)
      return std::signbit(x) ? y : x;
  }
  return x > y ? x : y;
}
template <typename T> T minimum(T x, T y) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(x) || std::isnan(y))
      return std::numeric_limits<T>::quiet_NaN();
    if (x == y)
      return std::signbit(x) ? x : y;
  }
  return x < y ? x : y;
}

// Converts as StableHLO says. Floats that become integers are truncated and saturate, and NaN
// becomes 0. Integers wrap. Numbers other than 0 become true.
template <typename To, typename From> To convert(From x) {
  if constexpr (std::is_same_v<To, bool>) {
    return x != From(0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    if (std::isnan(x))
      return 0;
    // Both bounds are powers of two or 0, so they are exact in From. `above` is the greatest value
    // plus one.
    From least = From(std::numeric_limits<To>::min());
    From above = std::ldexp(From(1), std::numeric_limits<To>::digits);
    if (x <= least)
      return std::numeric_limits<To>::min();
    return x >= above ? std::numeric_limits<To>::max() : To(x);
  } else {
    return To(x);
  }
}

} // namespace lz::scalar
