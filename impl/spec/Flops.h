// Counts the arithmetic of a program.
#pragma once

#include "spec/Program.h"

namespace lz {

// Returns the flops of the program as it is written, whatever the compiler makes of it. An
// elementwise op counts 1 per element of its result. A contraction counts 2 per product that is
// summed, including products with padding. A reduction of n values to one result counts n - 1 runs
// of its body. A scatter counts one run of its body per update, and a top_k counts 1 per element.
// Sorting a row of n counts n ceil(log2 n) comparisons. An fft of n complex numbers counts 5 n log2
// n, and an fft of n real numbers half of that. A loop counts as one iteration, and a branch as its
// largest case. Moves and custom calls do not count.
//
//   dot_general 2x3 by 3x4         48 = 2 * 2 * 3 * 4
//   reduce add of 4x5 to 4         16 = 20 - 4
double flopsOf(const Program& program);

} // namespace lz
