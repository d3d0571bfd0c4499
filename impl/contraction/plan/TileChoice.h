// Chooses the tile of a contraction, and which operand becomes lhs.
#pragma once

#include "base/machine/Caches.h"
#include "contraction/plan/TiledContraction.h"

#include <vector>

namespace lz::contraction {

// Returns the contraction with its tile. If swapped operands could be faster, also returns the
// contraction with swapped operands. All fields except outByRows, ownByRows, adds and isInSweep
// must be set.
std::vector<TiledContraction> formsOf(const TiledContraction& spec);

// Returns the contraction with its tile. `operand` (0 or 1) becomes lhs.
TiledContraction tiledWithLhs(TiledContraction spec, unsigned operand);

// Replaces `spec` by the form with the least predicted time.
void chooseTile(TiledContraction& spec, const Caches& caches = lz::caches());

} // namespace lz::contraction
