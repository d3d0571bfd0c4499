// Splits tensors of a program that does not fit into its budget.
#pragma once

#include "compiler/Compilation.h"

namespace lz::compiler {

// If the values of the program do not fit into its budget, splits tensors (lz-split-for-memory) and
// plans again. It tries rounds of smaller and smaller slices: first without cutting sums of floats,
// so that results keep their bits, then, unless the level is strict, with it. Takes the first round
// whose plan fits. If none fits, takes the plan that needs the least. Which rounds there are does
// not depend on the budget. So compiling with the bytes of the smallest plan succeeds.
Status fitMemory(Compilation& compilation);

} // namespace lz::compiler
