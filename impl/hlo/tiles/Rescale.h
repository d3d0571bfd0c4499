// Internal to hlo/tiles: finds sums that can be rescaled (hlo/tiles/SweepPasses.h).
#pragma once

#include "hlo/tiles/SweepPasses.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace lz::hlo {

// Returns how to rescale a sum over `value`, which is computed by tiles. `waits` says whether a
// value depends on something that the sweep combines. The law of the rescaling is tried for some
// hundred numbers, like those of Monoid.h.
std::optional<Rescaling> rescalingOf(const SweptDim& swept, mlir::Value value,
                                     llvm::function_ref<bool(mlir::Value)> waits);

} // namespace lz::hlo
