// Internal to hlo/passes: predicts the time of the tables of a swept dimension.
#pragma once

#include "base/machine/MachineClass.h"
#include "hlo/tiles/SweepPasses.h"

namespace lz::hlo {

// The tables of a swept dimension, and the predicted times of the ops around them in ns.
struct TilePrice {
  double stored = 0;              // if the tables are stored
  double tiled = 0;               // if they are computed by tiles
  double tables = 0, largest = 0; // bytes of all tables, and of the largest
  double storedFlops = 0, tiledFlops = 0;
  // Bytes of the arrays that the ops read and make: `along` for arrays that have the swept
  // dimension, and `across` for all others.
  double along = 0, across = 0;
  // The bytes of `along` without the operands and results of products.
  double beside = 0;
};

// Returns whether an op is a function that takes long, such as exp, or a sum, for example the
// squared distance of two points, and has several readers.
bool isSharedFunction(mlir::Operation* op);

// Returns whether a table is left to the kernels of its sums, which compute it again
// (fusion/tables/SumsOfPairs.h), because a loop would take longer. This is so if only reductions
// read what point ops make of the table, and if all ops of the table together take few cost steps
// per pair.
bool isComputedBySums(const SweptDim& swept);

// Returns whether the product that makes the table and the ops that read its rows can run together
// on some rows of `columns` elements (sweep/plan/SweepPlan.h). Then the table is never stored.
bool runsOnWholeRows(const SweptDim& swept, const SweepPasses& passes, int64_t columns,
                     MachineClass cpu);

TilePrice priceOf(const SweptDim& swept, const SweepPasses& passes, int64_t tile, MachineClass cpu);

} // namespace lz::hlo
