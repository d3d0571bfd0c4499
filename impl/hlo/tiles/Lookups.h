// Internal to hlo/tiles: tiles of gathers that look up a table at places for each pair, and of
// scatters that add to such places.
//
//   %0 = subtract %i, %j                                8 x 8          the places of the pairs
//   %1 = gather(%bias[4,15], %0)                        4 x 8 x 8      a tile needs a tile of %0
//   %2 = scatter(zeros[4,15], %0, %s[4,8,8]) {add}      4 x 15         combines tiles of %0 and %s
#pragma once

#include "hlo/tiles/TiledDim.h"

namespace lz::hlo {

// Returns which parts of the operands of a gather are needed for a tile of its result. A tile along
// a dimension of the places needs the places of this tile and the whole table. If the dimension is
// a batch dimension, the tile needs only its own part of the table. A tile along another dimension
// needs a slice of the table. Returns nullopt if the gather takes only a part of the table along
// this dimension.
std::optional<TileDims> tileOfLookups(mlir::Operation* gather, int64_t dim);

// Makes the slices of a gather as large as its result, whose type has changed.
void fitSlices(mlir::Operation* gather);

// The same as tileOfLookups, for a scatter with one input. The result has tiles along a dimension
// only if each update contains the whole dimension.
std::optional<TileDims> tileOfSlots(mlir::Operation* scatter, int64_t dim);

// Dimension `dim` of the updates must be one of the places. A loop can then scatter one tile of the
// updates at a time, where each scatter starts with the result of the one before. Returns which
// parts of the operands each tile needs.
std::optional<TileDims> updatesOfTile(mlir::Operation* scatter, int64_t dim);

} // namespace lz::hlo
