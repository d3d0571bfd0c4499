// Internal to hlo/tiles: makes the ops of one tile of a tiled dimension (hlo/tiles/TileLoop.h).
#pragma once

#include "hlo/tiles/PointOps.h"

namespace lz::hlo {

// Makes the ops of the tile of `extent` elements that begins at the scalar `offset`. Takes the
// states before the tile, and returns those after it: the results of combined ops in the order of
// `round.ops`, and then those of the outputs.
Values makeTile(const TiledDim& tiledDim, const TileRounds& rounds, const RoundOps& round,
                mlir::OpBuilder& builder, mlir::Value offset, int64_t extent,
                mlir::ValueRange states);

} // namespace lz::hlo
