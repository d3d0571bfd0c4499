// A matrix that several products multiply with, and what a copy of it in panels saves them: it is
// made once, instead of panels that each product packs, or reads where they lie badly.
#pragma once

#include "base/DType.h"
#include "base/machine/CpuClass.h"

#include <cstdint>

namespace lz::contraction {

// Columns of the copy that lie side by side: some panels of the kernels (InPlace.h). Runs of 64 f32
// are copied twice as fast as runs of 32; longer ones share sets of the first-level cache.
inline constexpr int64_t kSharedPanel = 64;

// The second operand of products: k x n, or n x k where the values of k lie side by side.
struct SharedMatrix {
  DType dtype;
  int64_t k, n;
  bool isTurned;

  int64_t numBytes() const { return k * n * int64_t(byteSize(dtype)); }
  // From one row in memory to the next.
  int64_t rowBytes() const { return (isTurned ? k : n) * int64_t(byteSize(dtype)); }
};

// ns that making the copy takes one thread: it is read from memory and written there.
double nsOfCopy(const SharedMatrix& matrix, CpuClass cpu);

// ns that a product of so many rows with the copy takes less than one with the matrix; 0: it takes
// no less.
double nsSavedByCopy(const SharedMatrix& matrix, int64_t rows, CpuClass cpu);

} // namespace lz::contraction
