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
  int64_t peakBytes = 0; // the most bytes that are live in one step; no placement needs less
};

// Places the buffers one after another. Each buffer gets the lowest offset that is free during its
// whole lifetime. The time is usually O(n log n).
Placement placeInOrder(const std::vector<Lifetime>& lifetimes, const std::vector<size_t>& order);

// Places the buffers beginning with the largest. If that needs more than the peak, tries a few
// other orders, and takes the smallest arena. For example, a gap between two buffers can be too
// small for a third one that lives during the next step.
Placement placeBuffers(const std::vector<Lifetime>& lifetimes);

} // namespace lz::memory
