// Places the temporaries of a program in its arena: it takes lifetimes and returns offsets. Free of
// MLIR.
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
  int64_t peakBytes = 0; // most bytes live in one step: a lower bound of any placement
};

// Places the largest buffer first, each at the lowest offset that is free during its whole
// lifetime. The result is deterministic. The time is O(n log n), unless many holes turn out to be
// too small for a buffer.
Placement placeBuffers(const std::vector<Lifetime>& lifetimes);

} // namespace lz::memory
