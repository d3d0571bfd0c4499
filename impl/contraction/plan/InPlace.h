// Finds operands that the kernels can read in place, without packed panels.
#pragma once

#include "contraction/plan/TiledContraction.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lz::contraction {

// Where the elements of an operand lie in memory. Row i and value p of k are at element i *
// rowStride + p * kStride. If rows are in groups of 32, row i is at i / 32 * groupStride + i % 32 *
// rowStride.
struct InPlace {
  int64_t rowStride, kStride;
  int64_t groupRows = 0, groupStride = 0; // 0: there are no groups
  bool isPrefetched = false;              // the kernel prefetches rows of lhs of later tiles

  // Returns the offset at which a panel begins. `row` is the first row of the panel.
  int64_t offsetOf(int64_t row) const {
    if (groupRows == 0)
      return row * rowStride;
    return row / groupRows * groupStride + row % groupRows * rowStride;
  }
};

// Returns the strides of the operand. Returns nullopt if its rows or its values of k are not evenly
// spaced. Also returns nullopt if it must be converted to the compute type.
std::optional<InPlace> evenStrides(const OperandSpec& operand, DType compute);

// Some operands are read in place, and only once. Returns whether the tiles prefetch the rows of
// this operand. The CPU itself prefetches long rows, and rows within a cache line, but not rows of
// a few cache lines. On one thread of a Zen 5, a KiB of rows in memory times 16 columns takes these
// ns:
//
//   values of k            32    64   160   256   1,000
//   without prefetching    98   102   100    53      46
//   with prefetching       47    40    50    53      54
bool fetchesRows(const TiledContraction& spec, const OperandSpec& operand);

// Return how the kernels read the operand in place, or nullopt if they cannot. mr and nr must be
// set. If the last panel of rhs has fewer columns than a tile, this panel is packed.
std::optional<InPlace> lhsInPlace(const TiledContraction& spec);
std::optional<InPlace> rhsInPlace(const TiledContraction& spec);

// The operands that are read in place. Other operands are packed.
struct SidesInPlace {
  bool lhs = false, rhs = false;
};

// Returns all ways to read the two operands. An operand that already lies in panels is not packed.
std::vector<SidesInPlace> waysToRead(const TiledContraction& spec);

// Returns whether the second-level cache cannot hold a panel of rhs, because too many cache lines
// of the panel share sets. The columns of rhs must be adjacent.
bool arePanelsApart(const TiledContraction& spec, const InPlace& rhs);

} // namespace lz::contraction
