// Decides which regions of an lz.contraction run inside its contraction, and stores the decision in
// the op (PlacedContraction.h). Each way to place them has a price: the predicted time of the
// contraction, less the time that is saved because an array between a region and the contraction
// stays in a cache, plus the time to wake the threads for each region outside. The way with the
// least price is taken, and of equal ones the one with more regions inside. An array is kept in
// scratch only if that takes less memory.
//
//   relu of 8 images of 56 x 56 x 64, and a convolution of them with 3 x 3 taps: as a kernel, relu
//   writes 6.1 MiB to the last-level cache, from which the convolution reads them
//
// Needs: the regions are attached (AttachRows.h).
#pragma once

#include "fusion/FusionOptions.h"
#include "hlo/ir/Dialect.h"

namespace lz::fusion {

// Regions stay kernels of their own if `options` has no target for contractions.
void placeRegions(ir::ContractionOp around, const FusionOptions& options);

} // namespace lz::fusion
