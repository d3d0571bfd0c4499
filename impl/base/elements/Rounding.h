// Rounds numbers of more than 24 binary digits to 16-bit floats. If they were rounded to f32 first,
// a number close to a tie could become a tie:
//
//   bf16 of 1 + 2^-8 + 2^-40: in f32 the tie 1 + 2^-8, which goes to 1; right is 1 + 2^-7
//
// So the number is first cut to fewer digits. If any of the lost digits was set, the lowest digit
// that is left is set, too. Then later rounding is correct. Kernels do the same in vectors
// (emit/elementwise/Convert.cc).
#pragma once

#include "base/Half.h"

#include <bit>
#include <concepts>
#include <limits>
#include <type_traits>

namespace lz {

// Clears the lowest `count` bits of x. If one of them was set, sets the bit above them. If x and
// the result are then both rounded to multiples of four times this bit, or of a larger power of
// two, the two rounded numbers are equal. With count = 2:
//   0b10011 -> 0b10100, 0b11001 -> 0b11100, 0b10000 -> 0b10000
template <std::unsigned_integral T> constexpr T withTrace(T x, int count) {
  const T lost = (T(1) << count) - 1;
  return (x | ((x & lost) + lost)) & ~lost;
}

// The number of low bits that are cleared in an f64 before it is rounded to a 16-bit float. 14 bits
// of the mantissa are left, which an f32 holds exactly for numbers down to 2^-135. Smaller numbers
// become 0, since the smallest positive bf16 is 2^-133.
inline constexpr int kTracedOfF64 = 38;

// Changes an integer x so that a float with `digits` binary digits holds it exactly. If |x| is
// below 2^digits, x stays the same. Otherwise the lowest bits of x are cleared with withTrace. The
// number of cleared bits is the width of T minus `digits`.
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
