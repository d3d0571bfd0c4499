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
  bool isPrefetched = false;              // the kernel prefetches rows of lhs of later tiles

  // Returns the offset at which a panel begins. `row` is the first row of the panel.
  int64_t offsetOf(int64_t row) const {
    if (groupRows == 0)
      return row * rowStride;
    return row / groupRows * groupStride + row % groupRows * rowStride;
  }
};

// Returns the strides of the operand. Returns nullopt if its rows or values of k are not evenly
// spaced, or if it must be converted to the compute type.
std::optional<InPlace> evenStrides(const OperandSpec& operand, DType compute);

// Returns whether tiles prefetch the rows of an operand that they read in place and once. The CPU
// itself prefetches long rows, and rows within a cache line, but not if tiles read the first cache
// line of some rows, then the second line of all these rows, and so on. These are the ns on one
// thread of a Zen 5 for each KiB of rows in memory, times 16 columns. For 256 and 1,000 values of
// k, a tile has 14 rows.
//
//   values of k            32    64   160   256   1,000
//   without prefetching    98   102   100    53      46
//   with prefetching       47    40    50    53      54
bool fetchesRows(const TiledContraction& spec, const OperandSpec& operand);

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
