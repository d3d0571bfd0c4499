// Forms sweeps (sweep/plan/SweepPlan.h). Two products can run in a sweep if the first makes an
// array, the table, that only the second reads. In the sweep, only some rows of the table exist at
// a time. The price of a sweep is the predicted time of its products, minus the time that is saved
// because rows stay in a cache. The sweep is formed if its price is at most the price of the two
// products apart, or not much higher if the table does not fit into the caches
// (sweep/plan/UnstoredTable.h), and if its scratch is at most as large as the table.
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
