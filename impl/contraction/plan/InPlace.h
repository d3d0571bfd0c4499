// Operands that the kernels read where they lie, instead of packed panels.
#pragma once

#include "contraction/plan/TiledContraction.h"

#include <cstdint>
#include <optional>

namespace lz::contraction {

// Row i and value p of k are at i * rowStride + p * kStride, in elements. Rows may also lie in
// groups of whole panels: row i of groups of 32 is at i / 32 * groupStride + i % 32 * rowStride.
struct InPlace {
  int64_t rowStride, kStride;
  int64_t groupRows = 0, groupStride = 0; // 0: there is one group

  // Of the first row of a panel, for the first value of k.
  int64_t offsetOf(int64_t row) const {
    if (groupRows == 0)
      return row * rowStride;
    return row / groupRows * groupStride + row % groupRows * rowStride;
  }
};

// None: the operand's rows or values of k are not evenly apart, or it has to be converted.
std::optional<InPlace> evenStrides(const OperandSpec& operand, DType compute);

// None: the kernels cannot read the operand so, or packing it costs less. A panel of rhs that has
// fewer columns than a tile is packed all the same; one of lhs with fewer rows has a kernel of its
// own. mr and nr must be set.
std::optional<InPlace> lhsInPlace(const TiledContraction& spec);
std::optional<InPlace> rhsInPlace(const TiledContraction& spec);

// Whether a panel of rhs, rows side by side, has more lines than the second-level cache can hold of
// lines that lie so far from each other.
bool arePanelsApart(const TiledContraction& spec, const InPlace& rhs);

} // namespace lz::contraction
