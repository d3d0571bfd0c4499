// Contractions in pairs: an element of a panel is two values of bf16, or of i16, along k.
#pragma once

#include "contraction/plan/TiledContraction.h"

namespace lz::contraction {

// Sets `kernels`, which multiply pairs (base/MicroKernels.h), if both operands are bf16 and the
// contraction is neither dots nor thin. Call it before chooseTile. Packing, strips and reading in
// place then treat a pair like an element of f32. Example, 3 x 5 times 5 x 7: k is 3, and the high
// half of the third pair is 0. A contraction in S32 is always in pairs.
void usePairs(TiledContraction& spec, const MicroKernels& kernels);

} // namespace lz::contraction
