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
  // Bytes of the arrays along the swept dimension, and of those along the other dimensions, that
  // the ops read and make.
  double along = 0, across = 0;
  // Bytes of those along the swept dimension that are no operand and no result of a product.
  double beside = 0;
};

// Returns whether an op is elementwise, takes so long that it had better be computed once, and is
// read by several ops.
bool isSharedFunction(mlir::Operation* op);

// Returns whether a table had better be computed again in the kernels of its sums than by a loop
// (fusion/SumsOfPairs.h): only sums read what point ops make of it, and all of its ops together
// take few steps for each pair.
bool isComputedBySums(const SweptDim& swept);

// Returns whether a product and what its rows become can run together on whole rows of the table
// (sweep/plan/SweepPlan.h), so that nothing stores the table.
bool runsOnWholeRows(const SweptDim& swept, const SweepPasses& passes, int64_t columns,
                     MachineClass cpu);

TilePrice priceOf(const SweptDim& swept, const SweepPasses& passes, int64_t tile, MachineClass cpu);

} // namespace lz::hlo
