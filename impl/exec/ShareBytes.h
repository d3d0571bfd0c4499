// Divides copies between threads. Internal to exec.
#pragma once

#include "base/Integers.h"
#include "base/machine/CacheSets.h"
#include "base/machine/ThreadPool.h"

#include <algorithm>

namespace lz::exec {

// Divides [0, bytes) into ranges, and calls fn(begin, end) for each range on the threads of the
// pool. `ns` is the time that one thread would take for all bytes. Ranges end at multiples of a
// cache line.
template <typename Fn> void shareBytes(ThreadPool& pool, int64_t bytes, double ns, Fn fn) {
  const int64_t lines = ceilDiv(bytes, kCacheLineBytes);
  pool.parallelFor(lines, ns / double(lines), [&](int64_t lo, int64_t hi, int) {
    fn(lo * kCacheLineBytes, std::min(hi * kCacheLineBytes, bytes));
  });
}

} // namespace lz::exec
