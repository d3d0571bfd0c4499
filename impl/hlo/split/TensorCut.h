// Internal to hlo: chooses the dimension along which a tensor is split, and the extent of the
// slices (hlo/passes/SplitForMemory.cc).
#pragma once

#include "hlo/tiles/TileRounds.h"

#include <optional>

namespace lz::hlo {

struct SplitLimits {
  int64_t tensorBytes = 0; // larger tensors are to be split
  int64_t sliceBytes = 0;  // the most bytes of a slice
  bool strict = false;     // whether no sum of floats may be cut
  // Whether no sum of floats may be added up in another order. At level standard the extents of a
  // reduction decide in which order its kernel adds.
  bool keepsOrder = false;
  bool rescales = true; // whether cut sums may be rescaled (TileRounds.h)
};

// A loop over slices of a tensor, and of all tensors that are computed along with it.
struct TensorCut {
  int64_t dim = 0, extent = 0; // of the slices of the tensor
  TiledDim tiledDim;
  TileRounds rounds;
  bool cutsSum = false; // whether the loop adds up floats in another order

  int64_t numRounds() const;
};

// Returns the cut of the first result of `op` along dimension `dim`. Slices have `extent` elements.
// If `extent` is 0, they have as many elements as `limits` allow. Returns nullopt if no loop can
// compute the slices, or if the cut saves no memory: the tensor, or as many bytes of other tensors,
// would still be stored.
std::optional<TensorCut> cutAlong(mlir::Operation* op, int64_t dim, int64_t extent,
                                  const SplitLimits& limits);

// Returns the best of the cuts along all dimensions, or nullopt if there is none. These cuts are
// preferred, in this order: those after which the fewest bytes of other large tensors are stored;
// those that do not cut a sum of floats; those whose slices are not too large; those that compute
// the slices the fewest times; those that read the fewest bytes again for each slice.
std::optional<TensorCut> bestCut(mlir::Operation* op, const SplitLimits& limits);

} // namespace lz::hlo
