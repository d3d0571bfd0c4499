// Where the temporaries of a program lie in its arena. Lifetimes in, offsets out; no MLIR.
#pragma once

#include <cstdint>
#include <vector>

namespace lz::memory {

// Bytes that must stay intact from step `first` to step `last`, both inclusive.
struct Lifetime {
  int64_t bytes;
  int64_t first, last;
};

struct Placement {
  std::vector<int64_t> offsets; // 64-byte aligned, one per lifetime
  int64_t arenaBytes = 0;
  int64_t peakBytes = 0; // the most bytes alive in one step: no placement is smaller
};

// Largest first, each at the lowest offset that is free during its whole life (best fit by
// decreasing size). Deterministic. O(n log n) as long as few holes are too small for those who look
// for a place.
Placement placeBuffers(const std::vector<Lifetime>& lifetimes);

} // namespace lz::memory
