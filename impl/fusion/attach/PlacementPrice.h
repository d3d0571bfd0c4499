// What the placement of regions costs beside the contraction, and what it needs. PlaceRegions.h and
// FormSweeps.h compare placements by these prices.
#pragma once

#include "fusion/FusionOptions.h"
#include "fusion/attach/PlacedContraction.h"

namespace lz::fusion {

// Returns the predicted time of the contraction on one thread, in slices or as a whole.
double nsOf(const PlacedContraction& placed);

// Returns the time of handing each region outside to the threads, less the time that the regions
// inside save because what they read or make stays in a cache. What the contraction itself saves is
// in its predicted time. For example, a convolution of
// 6 images of 27 x 29 x 8 between two regions takes 123 us if the regions are kernels. It takes 115
// us if they run inside, in 6 slices (Zen 5, two threads), so slices need no such time each.
double nsBeside(mlir::Operation* contraction, const RegionPlacement& placement,
                const PlacedContraction& placed, const FusionOptions& options);

// Returns the time saved because the value is read or written once in `parts` parts, in the cache
// level that holds a part, and not in the cache level or memory that holds all of the value. Parts
// are rows in the second-level cache if `parts` is 0.
double nsSaved(mlir::Value value, int64_t parts, const FusionOptions& options);

// Returns whether a kernel inside of a contraction can have all buffers of the region.
bool hasFewBuffers(ir::RegionOp region);

// Returns whether only `regions` read the value, directly or through ops that only rename its rows.
bool isReadOnlyBy(mlir::Value value, llvm::ArrayRef<ir::RegionOp> regions);

} // namespace lz::fusion
