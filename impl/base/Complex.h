// A complex number: two parts, the real one first, as in memory.
#pragma once

#include <type_traits>

namespace lz {

template <typename T> struct Complex {
  T re{}, im{};
  bool operator==(const Complex&) const = default;
};

template <typename T> inline constexpr bool kIsComplex = false;
template <typename T> inline constexpr bool kIsComplex<Complex<T>> = true;

} // namespace lz
