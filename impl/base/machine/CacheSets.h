// Lines of caches. Those that lie a multiple of a cache's way apart share one of its sets, which
// holds few of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace lz {

// What a cache fetches at a time.
inline constexpr int64_t kCacheLineBytes = 64;
// Lines that are a multiple of this apart share a set of the first-level cache.
inline constexpr int64_t kCacheWayBytes = 4096;

// The number of lines, `bytesApart` from each other, that a second-level cache holds: one of 512
// KiB with 8 ways of 1024 sets, the smallest in use. Lines 8 KiB apart share 8 sets, so it holds 64
// of them. Lines 2064 f32 apart use all sets, so it holds 8192.
inline int64_t linesHeld(int64_t bytesApart) {
  constexpr int64_t kWays = 8, kSets = 1024, kWayBytes = kSets * kCacheLineBytes;
  return kWays * std::min(kSets, kWayBytes / std::gcd(kWayBytes, bytesApart));
}

// The same of a first-level cache, of 8 ways.
inline int64_t linesHeldNear(int64_t bytesApart) {
  constexpr int64_t kWays = 8;
  return kWays * kCacheWayBytes / std::gcd(kCacheWayBytes, std::max(bytesApart, kCacheLineBytes));
}

} // namespace lz
