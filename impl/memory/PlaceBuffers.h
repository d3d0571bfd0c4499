// Places the temporaries of a program in its arena: computes their offsets from their lifetimes.
// Does not use MLIR.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lz::memory {

// Bytes that must stay intact from step `first` to the end of step `last`.
struct Lifetime {
  int64_t bytes;
  int64_t first, last;
};

struct Placement {
  std::vector<int64_t> offsets; // 64-byte aligned, one per lifetime
  int64_t arenaBytes = 0;
  int64_t peakBytes = 0; // the largest number of bytes live in one step; no placement needs less
};

// Places the buffers one after another. Each buffer gets the lowest offset that is free during its
// whole lifetime. The time is usually O(n log n).
Placement placeInOrder(const std::vector<Lifetime>& lifetimes, const std::vector<size_t>& order);

// Places the buffers beginning with the largest. The arena can then be larger than the peak. For
// example, a gap between two buffers can be too small for a third buffer, which lives during the
// next step. In this case, tries a few other orders, and returns the placement with the smallest
// arena.
Placement placeBuffers(const std::vector<Lifetime>& lifetimes);

} // namespace lz::memory
