// Prefetches rows of a matrix that tiles read in place. Only for files of contraction/run.
#pragma once

#include "base/machine/CacheSets.h"
#include "contraction/run/vector/ForClass.h"

#include <cstdint>

namespace lz::contraction {

template <typename T> LZ_INLINE void fetch(const T* numbers, int64_t count) {
  for (int64_t i = 0; i < count; i += kCacheLineBytes / int64_t(sizeof(T)))
    __builtin_prefetch(numbers + i);
}

// Prefetches `count` rows of `k` numbers for later tiles. The addresses can be beyond the end of
// the matrix. On an AMD Zen 5, one thread is fastest if it prefetches 4 to 8 KiB ahead, which is
// beyond the next tile.
template <typename T>
LZ_INLINE void fetchRows(const T* rows, int64_t stride, int64_t count, int64_t k) {
  constexpr int64_t kAhead = (6 << 10) / int64_t(sizeof(T));
  if (stride == k)
    return fetch(rows + kAhead, count * k);
  for (int64_t i = 0; i < count; ++i)
    fetch(rows + (2 * count + i) * stride, k);
}

} // namespace lz::contraction
