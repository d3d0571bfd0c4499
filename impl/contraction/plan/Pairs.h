// Turns contractions into contractions of pairs, where an element of a panel is two values of bf16,
// or of i16, along k.
#pragma once

#include "contraction/plan/TiledContraction.h"

#include <optional>

namespace lz::contraction {

// Returns the contraction with `kernels`, of pairs (base/KernelTable.h); Call it before chooseTile.
// Packing, strips and reading in place then treat a pair like an element of f32. Example: for 3 x 5
// times 5 x 7, k becomes 3, and the high half of the third pair is 0. Returns nullopt for types
// other than bf16, for dots, and for images with an odd layout.
std::optional<TiledContraction> inPairs(const TiledContraction& spec, const KernelTable& kernels);

// Replaces the contraction by its form in pairs if there is one and its predicted time is less than
// that of f32. A contraction in S32 always has pairs.
void usePairs(TiledContraction& spec, const KernelTable& kernels);

} // namespace lz::contraction
