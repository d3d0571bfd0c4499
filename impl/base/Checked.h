// Sums and products of extents, element counts and bytes. If a result does not fit into 63 bits, it
// is nullopt.
//
//   checkedProduct({1 << 30, 1 << 30})      2^60
//   checkedProduct({1 << 31, 1 << 32})      nothing
#pragma once

#include "absl/types/span.h"

#include <cstdint>
#include <optional>

namespace lz {

using CheckedInt = std::optional<int64_t>;

// Returns nullopt if an operand is nullopt, so calls can be nested.
constexpr CheckedInt checkedAdd(CheckedInt a, CheckedInt b) {
  int64_t sum = 0;
  return a && b && !__builtin_add_overflow(*a, *b, &sum) ? CheckedInt(sum) : std::nullopt;
}

constexpr CheckedInt checkedMultiply(CheckedInt a, CheckedInt b) {
  int64_t product = 0;
  return a && b && !__builtin_mul_overflow(*a, *b, &product) ? CheckedInt(product) : std::nullopt;
}

// Returns a * b, or `most` if the product is larger. a and b must not be negative.
constexpr int64_t productUpTo(int64_t a, int64_t b, int64_t most) {
  CheckedInt product = checkedMultiply(a, b);
  return product && *product < most ? *product : most;
}

// Returns nullopt if the product of the first extents overflows, even if a later extent is 0.
inline CheckedInt checkedProduct(absl::Span<const int64_t> extents) {
  CheckedInt product = 1;
  for (int64_t extent : extents)
    product = checkedMultiply(product, extent);
  return product;
}

// Returns the least multiple of `unit` that is at least `value`. `value` must not be negative.
constexpr CheckedInt checkedRoundUp(CheckedInt value, int64_t unit) {
  CheckedInt above = checkedAdd(value, unit - 1);
  return above ? CheckedInt(*above / unit * unit) : std::nullopt;
}

} // namespace lz
