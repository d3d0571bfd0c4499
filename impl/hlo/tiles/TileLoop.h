// Internal to hlo/passes: writes the loops over the tiles of a swept dimension.
#pragma once

#include "hlo/tiles/SweepPasses.h"

namespace lz::hlo {

// Returns whether the loops can be written: every value that they read is defined before them, or
// can be computed earlier.
bool canWriteTileLoops(const SweptDim& swept, const SweepPasses& passes);

// Replaces the results of all combined ops and of all outputs by those of loops over tiles of
// `tile` elements, one loop for each pass. The last elements, if they do not fill a tile, are
// computed after the loop. What the loops replace is dead afterwards.
//
//   %0 = dot_general %q, %k           %s = while(%j = 0, %s = zeros) cond { %j < 32768 } do {
//   %1 = exp %0                  ->       %k1 = dynamic_slice %k, %j     1024 rows
//   %2 = reduce add %1                    %p = reduce add exp(dot_general %q, %k1)
//                                         return %j + 1024, %s + %p }
void writeTileLoops(const SweptDim& swept, const SweepPasses& passes, int64_t tile,
                    mlir::RewriterBase& rewriter);

} // namespace lz::hlo
