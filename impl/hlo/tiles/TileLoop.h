// Internal to hlo: writes the loops over the tiles of a tiled dimension.
#pragma once

#include "hlo/tiles/CountedLoop.h"
#include "hlo/tiles/TileRounds.h"

namespace lz::hlo {

// Returns whether the loops can be written. Every value that they read must be defined before them,
// or its ops must be able to move up.
bool canWriteTileLoops(const TiledDim& tiledDim, const TileRounds& rounds);

// Returns whether each loop over tiles of `tile` elements has a trip. If it has none, a selection
// makes the entire table as its first tile.
bool haveTrips(const TiledDim& tiledDim, const TileRounds& rounds, int64_t tile);

// Replaces the results of all combined ops and of all outputs by those of loops over tiles of
// `tile` elements, one loop for each round. If the last elements do not fill a tile, they are
// computed after the loop. The ops that the loops replace are dead afterwards.
//
//   %0 = dot_general %q, %k           %s = while(%j = 0, %s = zeros) cond { %j < 32768 } do {
//   %1 = exp %0                  ->       %k1 = dynamic_slice %k, %j     1024 rows
//   %2 = reduce add %1                    %p = reduce add exp(dot_general %q, %k1)
//                                         return %j + 1024, %s + %p }
void writeTileLoops(const TiledDim& tiledDim, const TileRounds& rounds, int64_t tile,
                    mlir::RewriterBase& rewriter);

// The same, but the loops compute only the tiles whose first elements `count` counts. The other
// tiles must not change any combined result, and no result may be stored tile by tile.
void writeLoopOfTiles(const TiledDim& tiledDim, const TileRounds& rounds, const LoopCount& count,
                      mlir::RewriterBase& rewriter);

} // namespace lz::hlo
