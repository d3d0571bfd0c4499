// Internal to hlo/tiles: finds sums that can be rescaled (hlo/tiles/SweepPasses.h).
#pragma once

#include "hlo/tiles/SweepPasses.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace lz::hlo {

// Returns how to rescale a sum of the elements of `value`, whose tiles the sweep computes, or
// nullopt if this is not possible. `waits` returns whether a value depends on the result of a
// combined op. The law of the rescaling is tried for some hundred numbers, like the laws of
// Monoid.h.
std::optional<Rescaling> rescalingOf(const SweptDim& swept, mlir::Value value,
                                     llvm::function_ref<bool(mlir::Value)> waits);

} // namespace lz::hlo
