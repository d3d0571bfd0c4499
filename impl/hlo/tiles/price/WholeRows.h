// Internal to hlo/passes: says which tables are not stored even without a loop, because a sweep of
// products computes them on whole rows, or the kernels of their sums compute them.
#pragma once

#include "base/machine/MachineClass.h"
#include "hlo/tiles/TileRounds.h"

namespace lz::hlo {

// Returns whether the loops for dot products compute the product (contraction/plan/DotsPlan.h). A
// sweep has no such loops.
bool isOfDots(mlir::Operation* product);

// A sweep can compute rows of the table and run the ops that read them, as long as the rows are
// short enough (sweep/plan/SweepPlan.h). Returns the largest number of columns of such rows, or 0
// if no sweep is possible. If rows are short enough, fusion/attach/FormSweeps.h forms the sweep, so
// the table is never stored. Both files ask contraction/plan/Kinds.h which products can be in a
// sweep.
int64_t mostColumnsOfRows(const TiledDim& tiledDim, const TileRounds& rounds, MachineClass cpu);

// Returns whether an op is a function that takes long, such as exp, or a sum, for example the
// squared distance of two points, and has several readers.
bool isSharedFunction(mlir::Operation* op);

// Returns whether a table is left to the kernels of its sums, which compute it again
// (fusion/tables/SumsOfPairs.h), because a loop would take longer. This is so if only reductions
// read what point ops make of the table, and if all ops of the table together take few cost steps
// per pair.
bool isComputedBySums(const TiledDim& tiledDim);

} // namespace lz::hlo
