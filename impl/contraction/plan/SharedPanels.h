// A matrix with which several products multiply, and the time that a copy of it in panels saves
// them. The copy is made once. Without it each product packs panels, or reads them at bad
// distances.
#pragma once

#include "base/DType.h"
#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::contraction {

// Columns of the copy that lie side by side: several panels of the kernels (InPlace.h). Runs of 64
// f32 are copied twice as fast as runs of 32. Longer runs share sets of the first-level cache.
inline constexpr int64_t kSharedPanel = 64;

// The second operand of products: k x n, or n x k if the values of k lie side by side.
struct SharedMatrix {
  DType dtype;
  int64_t k, n;
  bool isTurned;

  int64_t numBytes() const { return k * n * int64_t(byteSize(dtype)); }
  // Bytes from one row in memory to the next.
  int64_t rowBytes() const { return (isTurned ? k : n) * int64_t(byteSize(dtype)); }
};

// ns that one thread takes to make the copy, which reads from memory and writes to it.
double nsOfCopy(const SharedMatrix& matrix, MachineClass cpu);

// ns that a product of `rows` rows saves with the copy; 0: nothing.
double nsSavedByCopy(const SharedMatrix& matrix, int64_t rows, MachineClass cpu);

} // namespace lz::contraction
