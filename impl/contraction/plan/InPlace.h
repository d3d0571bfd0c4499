// Finds operands that the kernels can read in place, without packed panels.
#pragma once

#include "contraction/plan/TiledContraction.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lz::contraction {

// Where the elements of an operand lie in memory. Row i and value p of k are at element i *
// rowStride + p * kStride. Rows may also lie in groups of whole panels. With groups of 32, row i is
// at i / 32 * groupStride + i % 32 * rowStride.
struct InPlace {
  int64_t rowStride, kStride;
  int64_t groupRows = 0, groupStride = 0; // 0: there are no groups

  // Returns the offset of the first row of a panel, for the first value of k.
  int64_t offsetOf(int64_t row) const {
    if (groupRows == 0)
      return row * rowStride;
    return row / groupRows * groupStride + row % groupRows * rowStride;
  }
};

// Returns the strides of the operand. Returns nullopt if its rows or values of k are not evenly
// spaced, or if it must be converted to the compute type.
std::optional<InPlace> evenStrides(const OperandSpec& operand, DType compute);

// Return how to read the operand in place, or nullopt if the kernels cannot. The last panel of rhs
// is packed if it has fewer columns than a tile. The last panel of lhs is not, since there are
// kernels for fewer rows. mr and nr must be set.
std::optional<InPlace> lhsInPlace(const TiledContraction& spec);
std::optional<InPlace> rhsInPlace(const TiledContraction& spec);

// The operands that are read in place; the others are packed.
struct SidesInPlace {
  bool lhs = false, rhs = false;
};

// Returns all combinations that the kernels support. Operands that already lie in panels are not
// packed again.
std::vector<SidesInPlace> waysToRead(const TiledContraction& spec);

// Returns whether the second-level cache cannot hold a panel of rhs with adjacent columns, because
// too many cache lines of the panel share sets.
bool arePanelsApart(const TiledContraction& spec, const InPlace& rhs);

} // namespace lz::contraction
