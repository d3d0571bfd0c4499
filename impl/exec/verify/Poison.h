// Overwrites bytes when nothing will read them any more, so that a thunk that reads them anyway
// gives wrong results.
#pragma once

#include "exec/Executable.h"

namespace lz::exec {

// Returns the executable with the same thunks. After each thunk, the bytes of the arena and of the
// outputs that no later thunk reads are filled with ones, which is NaN in every float type. Before
// the first thunk this is done with all of them. The contents of the thunks say what is read.
ExecutableSpec poisoned(ExecutableSpec spec);

} // namespace lz::exec
