// Overwrites bytes that no later thunk should read, so that a thunk that reads them by mistake
// gives wrong results.
#pragma once

#include "exec/Executable.h"

namespace lz::exec {

// Returns the executable with the same thunks. After each thunk, the bytes of the arena and of the
// outputs that no later thunk reads are filled with ones, which is NaN in every float type. Before
// the first thunk, all of these bytes are filled. The contents of the thunks say which bytes a
// thunk reads.
ExecutableSpec poisoned(ExecutableSpec spec);

} // namespace lz::exec
