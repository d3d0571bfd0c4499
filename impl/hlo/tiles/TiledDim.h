// Internal to hlo: follows one dimension of a table through the ops that read the table, so that a
// loop can compute all of them tile by tile (hlo/passes/TileTables.cc).
//
//   %0 = dot_general %q, %k      4096 x 32768    is computed by tiles of, say, 1024 columns, which
//                                                need slices of 1024 rows of %k and all of %q
//   %1 = exp %0                  4096 x 32768    a tile of %1 needs the same tile of %0
//   %2 = reduce add %1           4096            combines the tiles
//   %3 = dot_general %w, %0      8 x 32768       is computed by tiles, and ops outside read it
//
// Only ops of one block take part.
#pragma once

#include "hlo/rewrite/OpMaker.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace lz::hlo {

// Says that a tile of the result needs the whole operand.
inline constexpr int64_t kWhole = -1;
// For each operand of an op, the dimension of which a tile is needed, or kWhole.
using TileDims = llvm::SmallVector<int64_t, 4>;

// Returns which parts of the operands are needed for a tile of all results along `dim`, or nullopt
// if the op cannot be computed by tiles.
std::optional<TileDims> operandsOfTile(mlir::Operation* op, int64_t dim);

// `op` is a copy of an op whose operands and results have become tiles along dimension `dim` of the
// results. Makes attributes such as the limits of a slice fit the tile.
void fitAttributes(mlir::Operation* op, int64_t dim);

// Returns which tiles of the operands belong together if the op combines all elements along
// dimension `dim` of operand `operand`. Reductions, products, selections (top_k) and picks can do
// this. Returns nullopt if the op does not, or if the results of two tiles cannot be combined.
std::optional<TileDims> operandsOfCombined(mlir::Operation* op, unsigned operand, int64_t dim);

struct TiledDim {
  mlir::Block* block = nullptr;
  int64_t extent = 0;
  // The ops that are computed by tiles. For each op, the dimension of its results that is cut into
  // tiles.
  llvm::MapVector<mlir::Operation*, int64_t> tiled;
  // The seed, the tiled products and one-hot tables, and all tiled ops that need tiles of these.
  // Other tiled ops do not depend on the table. If ops outside read one of these other ops, it is
  // also computed as a whole.
  llvm::DenseSet<mlir::Operation*> derived;
  // The ops that combine the tiles of their operands.
  llvm::MapVector<mlir::Operation*, TileDims> combined;
  // The values from outside that are read by slices. One value may be sliced along several
  // dimensions, as x is in x x^T.
  llvm::SetVector<mlir::Value> sliced;

  bool contains(mlir::Operation* op) const { return tiled.contains(op) || combined.contains(op); }
  // Returns whether the op is derived, and ops outside read one of its results.
  bool isOutput(mlir::Operation* op) const;
};

// Says which ops take part besides the seed.
struct TileReach {
  // If 0, values with at least a quarter of the elements of the seed count as tables, and only ops
  // whose price is known take part (hlo/tiles/price). If positive, each value of more bytes than
  // this counts as a table, and all ops that can be computed by tiles take part. Then products that
  // read the table are followed, too, if their results are tables.
  int64_t tableBytes = 0;

  bool isPriced() const { return tableBytes == 0; }
};

// Starts from dimension `dim` of the table that `seed` makes. Returns nullopt if an op would need
// tiles of a value along two different dimensions, or if too many ops take part. Then `blocker`, if
// it is given, gets the op that cannot be computed by tiles, or null if no single op is the reason.
std::optional<TiledDim> tiledDimOf(mlir::Operation* seed, int64_t dim, const TileReach& reach = {},
                                   mlir::Operation** blocker = nullptr);

} // namespace lz::hlo
