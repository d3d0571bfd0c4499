// The price of a placement of regions, and the conditions for running a region inside.
// PlaceRegions.h and FormSweeps.h compare placements by their prices.
#pragma once

#include "fusion/FusionOptions.h"
#include "fusion/attach/ContractionRows.h"
#include "fusion/attach/PlacedContraction.h"

namespace lz::fusion {

// Returns the predicted time of the contraction on one thread, in slices or as a whole.
double nsOf(const PlacedContraction& placed);

// Returns the part of the price that nsOf does not include. The time to hand each outside region to
// the threads is added. The time that inside regions save because their arrays stay in a cache is
// subtracted. Inside regions are planned for rows, and the additional time that this takes is
// added. What the contraction itself saves is part of nsOf. Regions that run on slices are not
// handed to the threads. For example, with two regions, a convolution of 6 images of 27 x 29 x 8
// takes 123 us if the regions are kernels, and 115 us if they run inside, in 6 slices (Zen 5, two
// threads).
double nsBeside(mlir::Operation* contraction, const RegionPlacement& placement,
                const PlacedContraction& placed, RowPrices& rows, const FusionOptions& options);

// The number of parts in which an array is made and read. If the number is 0, the parts are rows,
// which stay in the second-level cache. `atOnce` parts are in use at the same time, one for each
// thread.
struct Parts {
  int64_t count = 0, atOnce = 1;
};
Parts partsOf(const PlacedContraction& placed, const FusionOptions& options);

// The value is read once or written once. Returns the time that is saved if it is read or written
// in parts. A part can stay in a smaller cache than the whole value.
double nsSaved(mlir::Value value, Parts parts, const FusionOptions& options);

// Returns whether the region has few enough buffers to run inside of a contraction.
bool hasFewBuffers(ir::RegionOp region);

// Returns whether only `regions` read the value, directly or through ops that only rename its rows.
bool isReadOnlyBy(mlir::Value value, llvm::ArrayRef<ir::RegionOp> regions);

} // namespace lz::fusion
