// Chooses the tile of a contraction, and which of the operands is lhs.
#pragma once

#include "contraction/plan/TiledContraction.h"

namespace lz::contraction {

// Sets mr and nr, and swaps the operands if that is better. All other fields but outByRows,
// ownByRows and adds must be set.
void chooseTile(TiledContraction& spec);

} // namespace lz::contraction
