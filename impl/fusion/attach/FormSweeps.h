// Forms sweeps (sweep/plan/SweepPlan.h). Two products can run in a sweep if the first product makes
// an array, and only the second product reads it. This array is the table. In the sweep, only some
// rows of the table exist at a time. The price of a sweep is the predicted time of its products,
// minus the time that is saved because rows stay in a cache. The sweep is formed if two conditions
// hold. First, the price of the sweep is at most the price of the two products apart. The price can
// be a little higher if the table does not fit into the caches (sweep/plan/UnstoredTable.h).
// Second, the scratch of the sweep is at most as large as the table.
//
//   softmax(q k^T) v    the table of probabilities, 12 x 1024 x 1024, is neither written to memory
//                       nor read from there
//
// Needs: the regions are attached and placed (AttachRows.h, PlaceRegions.h). Leaves: products that
// run together are in an lz.sweep, with the placements of their regions in the sweep.
#pragma once

#include "fusion/FusionOptions.h"

#include "mlir/IR/Block.h"

namespace lz::fusion {

void formSweeps(mlir::Block& block, const FusionOptions& options);

} // namespace lz::fusion
