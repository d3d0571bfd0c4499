// Numbers from -1 to 1 with all digits of a double, so that sums differ bit by bit.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace lz::contraction {

template <typename T> std::vector<T> randomValues(int64_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<T> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(T(int64_t(random()) >> 11) * T(0x1p-52));
  return values;
}

} // namespace lz::contraction
