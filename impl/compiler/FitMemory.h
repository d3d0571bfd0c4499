// Splits tensors of a program that does not fit into its budget.
#pragma once

#include "compiler/Compilation.h"

namespace lz::compiler {

// If the values of the program do not fit into its budget, splits tensors (lz-split-for-memory) and
// plans again. Tries rounds with smaller and smaller slices. The first rounds do not cut sums of
// floats, so results keep their bits. The later rounds cut such sums, and are left out if the level
// is strict. Takes the first round whose plan fits. If none fits, takes the plan that needs the
// least memory. The list of rounds does not depend on the budget. So compiling with the bytes of
// the smallest plan succeeds. Rounds whose plans are unlikely to fit run last.
Status fitMemory(Compilation& compilation);

} // namespace lz::compiler
