// Finds operands that the kernels can read in place, without packed panels.
#pragma once

#include "contraction/plan/TiledContraction.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lz::contraction {

// Row i and value p of k are at i * rowStride + p * kStride, in elements. Rows may also lie in
// groups of whole panels: row i of groups of 32 is at i / 32 * groupStride + i % 32 * rowStride.
struct InPlace {
  int64_t rowStride, kStride;
  int64_t groupRows = 0, groupStride = 0; // 0: there is one group

  // Returns the offset of the first row of a panel, for the first value of k.
  int64_t offsetOf(int64_t row) const {
    if (groupRows == 0)
      return row * rowStride;
    return row / groupRows * groupStride + row % groupRows * rowStride;
  }
};

// Returns nullopt if the operand's rows or values of k are not evenly spaced, or if it must be
// converted to the compute type.
std::optional<InPlace> evenStrides(const OperandSpec& operand, DType compute);

// Return nullopt if the kernels cannot read the operand in place. A panel of rhs with fewer columns
// than a tile is always packed, while there are kernels for panels of lhs with fewer rows. mr and
// nr must be set.
std::optional<InPlace> lhsInPlace(const TiledContraction& spec);
std::optional<InPlace> rhsInPlace(const TiledContraction& spec);

// The operands that are read in place; the others are packed.
struct SidesInPlace {
  bool lhs = false, rhs = false;
};

// Returns all combinations that the kernels support. Operands that already lie in panels are not
// packed again.
std::vector<SidesInPlace> waysToRead(const TiledContraction& spec);

// Returns whether a panel of rhs with adjacent columns has more cache lines than the second-level
// cache can hold at their distance.
bool arePanelsApart(const TiledContraction& spec, const InPlace& rhs);

} // namespace lz::contraction
