// Converts elements to keys: unsigned integers that have the order of a comparison.
//
//   f32, "total": -1.0 and 2.0 have the bits bf800000 and 40000000, and the keys 407fffff, c0000000
#pragma once

#include "base/DType.h"

#include <bit>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

namespace lz::exec {

// The orders of floats "value", "total" and "canonical" (Sort.h). Other types use Value.
enum class Order : uint8_t { Value, Total, Canonical };

inline Order parseOrder(std::string_view name) {
  return name == "total" ? Order::Total : name == "canonical" ? Order::Canonical : Order::Value;
}

template <typename T> auto bitsOf(T x) {
  if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, BF16>)
    return x.bits;
  else if constexpr (std::is_same_v<T, bool>)
    return uint8_t(x);
  else if constexpr (std::is_integral_v<T>)
    return std::make_unsigned_t<T>(x);
  else
    return std::bit_cast<std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>(x);
}
template <typename T> using Bits = decltype(bitsOf(T()));

template <typename T> constexpr bool kIsFloat = !std::is_integral_v<T>;
template <typename T> constexpr Bits<T> kSign = Bits<T>(Bits<T>(1) << (8 * sizeof(T) - 1));
template <typename T>
constexpr Bits<T> kInfinity = Bits<T>(std::is_same_v<T, F16>    ? 0x7c00
                                      : std::is_same_v<T, BF16> ? 0x7f80
                                      : sizeof(T) == 4          ? 0x7f800000
                                                                : 0x7ff0000000000000);
// The key of every NaN in the orders "value" and "canonical".
template <typename T> constexpr Bits<T> kNanKey = std::numeric_limits<Bits<T>>::max();

// Returns the key of x for this order.
template <typename T> Bits<T> keyOf(T x, Order order) {
  Bits<T> bits = bitsOf(x);
  if constexpr (std::is_integral_v<T>) {
    return std::is_signed_v<T> ? Bits<T>(bits ^ kSign<T>) : bits;
  } else {
    const auto magnitude = Bits<T>(bits & ~kSign<T>);
    if (order != Order::Total && magnitude > kInfinity<T>)
      return kNanKey<T>;
    if (order != Order::Total && magnitude == 0)
      bits = 0;
    return bits & kSign<T> ? Bits<T>(~bits) : Bits<T>(bits | kSign<T>);
  }
}

} // namespace lz::exec
