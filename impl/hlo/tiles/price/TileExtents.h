// Internal to hlo/passes: chooses the dimensions of a table that loops cut, and the extents of
// their tiles, by predicted times.
#pragma once

#include "hlo/tiles/price/TilePrice.h"

#include <optional>
#include <string>
#include <vector>

namespace lz::hlo {

// Loops over tiles of one dimension of a table, or over tiles of tiles of two dimensions. The
// numbers of the dimensions are those of the table. If there is no inner loop, `inner` is -1.
struct TileChoice {
  int64_t outer, tile;
  int64_t inner = -1, innerTile = 0;
  TilePrice price{};
};

// Returns the bytes of a part of the last-level cache. Tables and tiles that take no more stay in
// the cache that all threads share, so they need no less memory.
double bytesInSight(MachineClass cpu);

// For each dimension of a table, what a loop over tiles along this dimension computes, or nullopt
// if no such loop can be written.
using CutDims = std::vector<std::optional<CutDim>>;

// Returns the extents to try for tiles of a dimension, in descending order.
std::vector<int64_t> extentsToTry(const CutDim& dim, MachineClass cpu);

// Returns loops over dimension `outer` with various extents, each with its price. If the table is
// not one of pairs, returns only one of them.
std::vector<TileChoice> choicesOf(const CutDims& dims, int64_t outer, MachineClass cpu);

// Returns the loops with the least predicted time. If the times of several are equal within the
// accuracy of the predictions, returns the loops that need the least memory beyond the last-level
// cache. If the memory is equal, too, one loop is better than two, because each loop has kernels of
// its own. Loops whose tiles need much memory come last: their tiles neither fit into the
// last-level cache, nor are smaller than the arrays that the loops read and make. There must be a
// choice.
const TileChoice& bestOf(llvm::ArrayRef<TileChoice> choices, MachineClass cpu);

// Returns whether the table is one of pairs, and loops are worth their time. Loops may take longer
// than storing the table if they need much less memory (sweep/plan/UnstoredTable.h). A table that
// is a tile of another one (`isTile`) takes part in such a loop already, so its loops must take the
// same time within the accuracy of the predictions.
bool isWorth(const TilePrice& price, const TileRounds& rounds, MachineClass cpu, bool isTile);

// Returns, for example, "tiles of 2048 along dimension 2 in 1 round cost 1.18e+05 us, storing
// 8.59e+03 MB costs 7.28e+05 us".
std::string print(const TileChoice& choice, const TileRounds& rounds);

} // namespace lz::hlo
