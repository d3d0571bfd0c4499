// Decides which regions of an lz.contraction run inside its contraction, and stores the decision in
// the op (PlacedContraction.h). Each placement has a price. The price starts from the predicted
// time of the contraction. The time to hand each outside region to the threads is added. If an
// array between a region and the contraction stays in a cache, the time that this saves is
// subtracted. The placement with the lowest price is chosen. If prices are equal, the placement
// with more regions inside is chosen, and then the placement that keeps the result in scratch. An
// array is kept in scratch only if the scratch takes at most as much memory as the array.
//
//   relu of 8 images of 56 x 56 x 64, and a convolution of them with 3 x 3 taps: as a separate
//   kernel, relu writes 6.1 MiB to the last-level cache, and the convolution reads them there
//
// Needs: the regions are attached (AttachRows.h).
#pragma once

#include "fusion/FusionOptions.h"
#include "hlo/ir/Dialect.h"

namespace lz::fusion {

// `contraction` is the dot_general or convolution. If `options` has no target for contractions, all
// regions run as separate kernels.
void placeRegions(mlir::Operation* contraction, const FusionOptions& options);

} // namespace lz::fusion
