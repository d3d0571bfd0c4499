// Several products can have the same matrix as an operand. Predicts how much time they save if the
// matrix is first copied into panels. Without the copy, each product either packs the matrix or
// reads it in place. In place, lines of the matrix can share sets of the caches.
#pragma once

#include "base/DType.h"
#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::contraction {

// The number of adjacent columns in the copy. Runs of 64 f32 are copied twice as fast as runs of
// 32. With longer runs, the cache lines would share sets of the first-level cache.
inline constexpr int64_t kSharedPanel = 64;

// The second operand of several products, a k x n matrix. If `isTurned`, it is n x k in memory.
struct SharedMatrix {
  DType dtype;
  int64_t k, n;
  bool isTurned;

  int64_t numBytes() const { return k * n * int64_t(byteSize(dtype)); }
  // Returns the bytes from one row in memory to the next.
  int64_t rowBytes() const { return (isTurned ? k : n) * int64_t(byteSize(dtype)); }
};

// Returns the ns that one thread takes to make the copy. Assumes that no cache holds the matrix or
// the copy.
double nsOfCopy(const SharedMatrix& matrix, MachineClass cpu);

// Returns the ns that a product of `rows` rows saves with the copy, or 0.
double nsSavedByCopy(const SharedMatrix& matrix, int64_t rows, MachineClass cpu);

} // namespace lz::contraction
