// Division and rounding of sizes, which are not negative.
#pragma once

#include <cstdint>

namespace lz {

constexpr int64_t ceilDiv(int64_t value, int64_t unit) {
  return (value + unit - 1) / unit;
}

constexpr int64_t roundUp(int64_t value, int64_t unit) {
  return ceilDiv(value, unit) * unit;
}

} // namespace lz
