// Chooses the tile of a contraction, and which of the operands is lhs.
#pragma once

#include "base/machine/Caches.h"
#include "contraction/plan/TiledContraction.h"

#include <vector>

namespace lz::contraction {

// The contraction with its tile, and then, if they could be better, with its operands swapped. All
// fields but outByRows, ownByRows and adds must be set.
std::vector<TiledContraction> formsOf(const TiledContraction& spec);

// Takes the form that is thought to take the least time.
void chooseTile(TiledContraction& spec, const Caches& caches = lz::caches());

} // namespace lz::contraction
