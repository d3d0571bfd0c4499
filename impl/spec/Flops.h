// Counts the arithmetic of a program.
#pragma once

#include "spec/Program.h"

namespace lz {

// The flops of the program as it is written, whatever the compiler does with it. An elementwise op
// counts 1 for each element of its result, whatever it costs. A contraction counts 2 for each
// product that is summed, those with padding too. A reduction counts, for each result, one run of
// its body less than there are values. A scatter counts one run for each update, a sort n ceil(log2
// n) comparisons for a row of n, a top_k 1 for each element, an fft of n complex numbers 5 n log2
// n, and of real ones half of that. A loop counts as one iteration, and branches count as the
// largest of them. Moves and foreign code do not count.
//
//   dot_general 2x3 by 3x4         48 = 2 * 2 * 3 * 4
//   reduce add of 4x5 to 4         16 = 20 - 4
double flopsOf(const Program& program);

} // namespace lz
