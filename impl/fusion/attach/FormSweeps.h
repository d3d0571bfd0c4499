// Forms sweeps (sweep/plan/SweepPlan.h). If an lz.contraction makes an array that only a later
// contraction reads, the two can run together, so that only some rows of the array exist. A sweep
// has a price: the predicted times of its products on whole rows, less the time that is saved
// because these rows stay in a cache. If the price is lower than that of the two apart, the sweep
// is formed.
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
