// Scales matrices before their decomposition, so that squares neither overflow nor underflow. The
// scales are powers of two, so they do not change the bits of results.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace lz::linalg {

// Returns a power of two that brings `most` near 1 by multiplication, for example 1/16 for 12.
// `most` must not be negative. The result and its inverse are normal numbers. For zero, infinity
// and NaN, returns 1.
template <typename R> R scaleFactor(R most) {
  using Bits = std::conditional_t<sizeof(R) == 4, int32_t, int64_t>;
  constexpr int kMantissa = std::numeric_limits<R>::digits - 1;
  constexpr Bits kBias = std::numeric_limits<R>::max_exponent - 1, kInfinite = 2 * kBias + 1;
  const Bits exponent = std::bit_cast<Bits>(most) >> kMantissa;
  if (most == 0 || exponent == kInfinite)
    return 1;
  return std::bit_cast<R>(std::max<Bits>(2 * kBias - 1 - exponent, 2) << kMantissa);
}

} // namespace lz::linalg
