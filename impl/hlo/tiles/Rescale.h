// Internal to hlo/tiles: finds sums that can be rescaled (hlo/tiles/TileRounds.h).
#pragma once

#include "hlo/tiles/TileRounds.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace lz::hlo {

// `value` is computed tile by tile. Returns how to rescale a sum of its elements, or nullopt if
// this is not possible. `waits` returns whether a value depends on the result of a combined op. The
// law of the rescaling (TileRounds.h) is checked with some hundred numbers, like the laws of
// Monoid.h.
std::optional<Rescaling> rescalingOf(const TiledDim& tiledDim, mlir::Value value,
                                     llvm::function_ref<bool(mlir::Value)> waits);

} // namespace lz::hlo
