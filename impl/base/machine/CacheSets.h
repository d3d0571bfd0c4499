// Computes how many lines of memory a cache holds at once. Lines whose addresses differ by a
// multiple of the size of a way share a set of the cache, and a set holds only a few lines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace lz {

// The bytes that a cache fetches at a time.
inline constexpr int64_t kCacheLineBytes = 64;
// Lines share a set of the first-level cache if their addresses differ by a multiple of this.
inline constexpr int64_t kCacheWayBytes = 4096;

// Returns how many lines a second-level cache holds if each begins `bytesApart` after the one
// before. Assumes the smallest cache in use, 512 KiB with 8 ways of 1024 sets. Lines 8 KiB apart
// use only 8 sets, so the cache holds 64 of them. Lines 2064 f32 apart use all sets, so it holds
// 8192.
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
