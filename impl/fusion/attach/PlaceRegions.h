// Decides which regions of an lz.contraction run inside its contraction, and stores the decision in
// the op (PlacedContraction.h). Each way to place them has a price: the predicted time of the
// contraction, less the time that is saved because an array between a region and the contraction
// stays in a cache, plus the time to hand each region outside to the threads. The way with the
// least price is taken. Of ways with equal prices, the one with more regions inside is taken, and
// then the one that keeps the result in scratch. An array is kept in scratch only if that takes
// less memory.
//
//   relu of 8 images of 56 x 56 x 64, and a convolution of them with 3 x 3 taps: as a kernel, relu
//   writes 6.1 MiB to the last-level cache, from which the convolution reads them
//
// Needs: the regions are attached (AttachRows.h).
#pragma once

#include "fusion/FusionOptions.h"
#include "hlo/ir/Dialect.h"

namespace lz::fusion {

// `contraction` is the dot_general or convolution. Regions stay kernels of their own if `options`
// has no target for contractions.
void placeRegions(mlir::Operation* contraction, const FusionOptions& options);

} // namespace lz::fusion
