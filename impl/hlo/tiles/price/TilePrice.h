// Internal to hlo/passes: predicts the time of the tables of a tiled dimension.
#pragma once

#include "base/machine/CostTable.h"
#include "hlo/tiles/TileRounds.h"

#include <memory>

namespace lz::hlo {

// The tables of a tiled dimension, and the predicted times of the ops around them in ns.
struct TilePrice {
  double stored = 0; // if the tables are stored
  double tiled = 0;  // if they are computed by tiles
  double tables = 0; // bytes of all tables
  double whole = 0;  // bytes of the two largest tables
  double held = 0;   // bytes of tiles of the two largest tables
  double storedFlops = 0, tiledFlops = 0;
  // Bytes of the arrays that the ops read and make: `along` for arrays that have the tiled
  // dimension, and `across` for all others.
  double along = 0, across = 0;
  // The bytes of `along` without the operands and results of products.
  double beside = 0;
};

// A dimension that loops cut into tiles, and what the loops compute.
struct CutDim {
  TiledDim tiledDim;
  TileRounds rounds;
};

// Predicts the times of loops over tiles of one dimension of a table. Each tile can be cut once
// more, by an inner loop over another dimension of the same table. Then the bodies of both loops
// together compute one round over the inner dimension.
//
//   10,000 x 60,000 distances of points of 784 numbers, 30 tiles of 2000 columns, cut into 10 tiles
//   of 1000 rows: the 300 tiles of 8 MB stay in the last-level cache. The queries are packed 30
//   times, and the points 10 times.
class TilePricer {
public:
  // The dimensions must live longer than the pricer. `inner` may be null.
  TilePricer(const CutDim& outer, const CutDim* inner, MachineClass cpu);
  ~TilePricer();

  // `innerTile` is not used if there is no inner loop.
  TilePrice at(int64_t tile, int64_t innerTile = 1) const;

private:
  class Parts;
  std::unique_ptr<const Parts> parts_;
};

} // namespace lz::hlo
