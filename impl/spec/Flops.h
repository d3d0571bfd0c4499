// How much arithmetic a program is.
#pragma once

#include "spec/Program.h"

namespace lz {

// Of the program as it is written, whatever the compiler makes of it: an elementwise op is one for
// each element of its result, whatever it costs; a contraction 2 for each product that is summed,
// those with padding too; a reduction one run of its body less than there are values for each
// result; a scatter one run for each update; a sort n ceil(log2 n) comparisons of a row of n; a
// top_k one for each element. A loop counts as one iteration, branches as the largest of them;
// moves and foreign code as nothing.
//
//   dot_general 2x3 by 3x4         48 = 2 * 2 * 3 * 4
//   reduce add of 4x5 to 4         16 = 20 - 4
double flopsOf(const Program& program);

} // namespace lz
