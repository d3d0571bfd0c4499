// Internal to hlo: chooses the dimension along which a tensor is split, and the extent of the
// slices (hlo/passes/SplitForMemory.cc).
#pragma once

#include "hlo/tiles/TileRounds.h"

#include <optional>
#include <string>
#include <variant>

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
  // How many bytes are read by more than one slice, counted for each slice.
  double bytesAgain = 0;

  int64_t numRounds() const;
};

// Why a tensor cannot be cut along a dimension. The later reasons are closer to a possible cut.
enum class NoCut : uint8_t {
  TooShort,     // the dimension has no more elements than a slice
  TooLong,      // a loop cannot count the elements
  NotByTiles,   // an op that makes or reads the tensor cannot be computed by slices
  ReadAsWhole,  // a result of the program, or an op reads all of it
  SavesNothing, // the loop would store as many bytes of other tensors
  CutsSum,      // floats would be added up in another order, which is not allowed
};
struct WhyWhole {
  NoCut reason;
  mlir::Operation* op = nullptr; // the op that needs the whole tensor, if a single op does
};
// Returns the reason as a text for messages about the tensor that `maker` makes, such as
// "sort at net.mlir:12:8 cannot be computed by slices".
std::string textOf(const WhyWhole& why, mlir::Operation* maker);

using CutOrReason = std::variant<WhyWhole, TensorCut>;

// Returns the cut of the first result of `op` along dimension `dim`. Slices have `extent` elements.
// If `extent` is 0, they have as many elements as `limits` allow. Returns the reason if no loop can
// compute the slices, or if the cut saves no memory.
CutOrReason cutAlong(mlir::Operation* op, int64_t dim, int64_t extent, const SplitLimits& limits);

// Returns the best of the cuts along all dimensions. If there is none, returns the last of the
// reasons, in the order of NoCut. These cuts are preferred, in this order: those after which the
// fewest bytes of other large tensors are stored; those that do not cut a sum of floats; those
// whose slices are not too large; those that compute the slices the fewest times; those that read
// the fewest bytes again for each slice.
CutOrReason bestCut(mlir::Operation* op, const SplitLimits& limits);

} // namespace lz::hlo
