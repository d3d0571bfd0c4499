// Contractions in pairs: an element of a panel is two values of bf16, or of i16, along k.
#pragma once

#include "contraction/plan/TiledContraction.h"

#include <optional>

namespace lz::contraction {

// The contraction with `kernels`, of pairs (base/KernelTable.h); before chooseTile. Packing,
// strips and reading in place then take a pair for an element of f32. Example, 3 x 5 times 5 x 7:
// k is 3, and the third pair's high half 0. None: other types than bf16, dots, or an odd layout of
// images.
std::optional<TiledContraction> inPairs(const TiledContraction& spec, const KernelTable& kernels);

// Takes the form in pairs if there is one, and if it takes less time than f32 does. A contraction
// in S32 is always in pairs.
void usePairs(TiledContraction& spec, const KernelTable& kernels);

} // namespace lz::contraction
