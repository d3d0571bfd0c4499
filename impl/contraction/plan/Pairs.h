// Contractions in pairs: an element of a panel is two values of bf16, or of i16, along k.
#pragma once

#include "contraction/plan/TiledContraction.h"

namespace lz::contraction {

// Has `kernels`, of pairs (base/MicroKernels.h), compute the contraction if both operands are of
// bf16 and it is neither dots nor thin; before chooseTile. Packing, strips and reading in place
// then take a pair for an element of f32. Example, 3 x 5 times 5 x 7: k is 3, and the third pair's
// high half 0. A contraction in S32 is always in pairs.
void usePairs(TiledContraction& spec, const MicroKernels& kernels);

} // namespace lz::contraction
