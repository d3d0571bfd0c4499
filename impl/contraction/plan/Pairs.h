// Turns contractions of bf16 or i16 into contractions of pairs, where an element of a panel is two
// values along k.
#pragma once

#include "contraction/plan/TiledContraction.h"

#include <optional>

namespace lz::contraction {

// Returns the contraction in pairs, with `kernels` for pairs (base/KernelTable.h). Call it before
// chooseTile. Example: for 3 x 5 times 5 x 7, k becomes 3, and the high half of the third pair is
// 0. Returns nullopt for types other than bf16 and i16, for dots of bf16, and for images whose
// extents or strides are odd.
std::optional<TiledContraction> inPairs(const TiledContraction& spec, const KernelTable& kernels);

// Replaces the contraction by its form in pairs, if this form exists. If `thin` in F32 is predicted
// to be faster, the contraction is not replaced.
void usePairs(TiledContraction& spec, const KernelTable& kernels);

} // namespace lz::contraction
