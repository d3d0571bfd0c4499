// Places the temporaries of a program in its arena: lifetimes go in, offsets come out. No MLIR.
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
  int64_t peakBytes = 0; // the most bytes alive in one step: no placement takes less
};

// Places the largest first, each at the lowest offset that is free during its whole life (best fit
// by decreasing size). Deterministic. It takes O(n log n) as long as only few holes are too small
// for the buffers that are tried there.
Placement placeBuffers(const std::vector<Lifetime>& lifetimes);

} // namespace lz::memory
