// Computes how many lines of memory a cache holds at once. If the addresses of lines differ by a
// multiple of the size of a way, the lines share a set of the cache. A set holds only a few lines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace lz {

// The bytes that a cache fetches at a time.
inline constexpr int64_t kCacheLineBytes = 64;
// Lines share a set of the first-level cache if their addresses differ by a multiple of this number
// of bytes.
inline constexpr int64_t kCacheWayBytes = 4096;

// Returns how many lines a second-level cache holds if each line begins `bytesApart` bytes after
// the previous one. The cache has 8 ways of 1024 sets, 512 KiB together. Example: lines 8 KiB apart
// use only 8 sets, so the cache holds 64 lines.
inline int64_t linesHeld(int64_t bytesApart) {
  constexpr int64_t kWays = 8, kSets = 1024, kWayBytes = kSets * kCacheLineBytes;
  return kWays * std::min(kSets, kWayBytes / std::gcd(kWayBytes, bytesApart));
}

// Like linesHeld, for a first-level cache with 8 ways.
inline int64_t linesHeldNear(int64_t bytesApart) {
  constexpr int64_t kWays = 8;
  return kWays * kCacheWayBytes / std::gcd(kCacheWayBytes, std::max(bytesApart, kCacheLineBytes));
}

} // namespace lz
