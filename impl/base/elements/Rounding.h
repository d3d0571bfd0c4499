// Rounds numbers of more than 24 binary digits to 16-bit floats in one step. Rounding to f32 first
// (Half.h) may turn a number that is close to a tie into a tie.
//
//   bf16 of 1 + 2^-8 + 2^-40: in f32 the tie 1 + 2^-8, which goes to 1; right is 1 + 2^-7
//
// So the number is first cut to fewer digits. The lowest digit that is left records whether any of
// the lost digits was set, which is enough to round correctly later. Kernels do the same in vectors
// (emit/elementwise/Convert.cc).
#pragma once

#include "base/Half.h"

#include <bit>
#include <concepts>
#include <limits>
#include <type_traits>

namespace lz {

// Clears the lowest `count` bits of x. If one of them was set, sets the bit above them. Rounding
// the result to a multiple of at least four times that bit then gives the same as rounding x. With
// count = 2:
//   0b10011 -> 0b10100, 0b11001 -> 0b11100, 0b10000 -> 0b10000
template <std::unsigned_integral T> constexpr T withTrace(T x, int count) {
  const T lost = (T(1) << count) - 1;
  return (x | ((x & lost) + lost)) & ~lost;
}

// The number of low bits that are cleared in an f64 before it is rounded to a 16-bit float. 14 bits
// of the mantissa are left. An f32 represents such numbers exactly down to 2^-135, a quarter of the
// smallest positive bf16. Smaller numbers become 0 anyway.
inline constexpr int kTracedOfF64 = 38;

// Changes an integer x so that a float with `digits` binary digits holds it exactly. x stays the
// same if |x| is below 2^digits. Otherwise withTrace clears as many of its lowest bits as T has in
// addition to `digits`.
template <std::integral T> T withDigits(T x, int digits) {
  using Bits = std::make_unsigned_t<T>;
  const int more = std::numeric_limits<Bits>::digits - digits;
  const Bits limit = Bits(1) << digits;
  const bool isExact = std::is_signed_v<T> ? Bits(Bits(x) + limit) < 2 * limit : Bits(x) < limit;
  return isExact ? x : T(withTrace(Bits(x), more));
}

template <typename T>
concept HalfFloat = std::same_as<T, F16> || std::same_as<T, BF16>;

// Rounds x to the nearest value, ties to even.
template <HalfFloat To> To roundedTo(float x) {
  return To(x);
}
template <HalfFloat To> To roundedTo(double x) {
  return To(float(std::bit_cast<double>(withTrace(std::bit_cast<uint64_t>(x), kTracedOfF64))));
}
template <HalfFloat To, std::integral From> To roundedTo(From x) {
  if constexpr (sizeof(From) == 8)
    return roundedTo<To>(double(withDigits(x, std::numeric_limits<double>::digits)));
  else
    return roundedTo<To>(double(x));
}

} // namespace lz
