// Operands that the kernels read in place, without packed panels.
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

  // The offset of the first row of a panel, for the first value of k.
  int64_t offsetOf(int64_t row) const {
    if (groupRows == 0)
      return row * rowStride;
    return row / groupRows * groupStride + row % groupRows * rowStride;
  }
};

// nullopt: the operand's rows or values of k are not evenly apart, or it must be converted.
std::optional<InPlace> evenStrides(const OperandSpec& operand, DType compute);

// nullopt: the kernels cannot read the operand where it lies. A panel of rhs with fewer columns
// than a tile is packed in any case; a panel of lhs with fewer rows has its own kernel. mr and nr
// must be set.
std::optional<InPlace> lhsInPlace(const TiledContraction& spec);
std::optional<InPlace> rhsInPlace(const TiledContraction& spec);

// The operands that are read in place; the others are packed.
struct SidesInPlace {
  bool lhs = false, rhs = false;
};

// All that the kernels can do. Panels that are groups already are not packed again.
std::vector<SidesInPlace> waysToRead(const TiledContraction& spec);

// Whether a panel of rhs, with rows side by side, has more lines than the second-level cache can
// hold at this distance.
bool arePanelsApart(const TiledContraction& spec, const InPlace& rhs);

} // namespace lz::contraction
