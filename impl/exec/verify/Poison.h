// Overwrites bytes that no later thunk should read. A thunk that reads them by mistake then gives
// wrong results.
#pragma once

#include "exec/Executable.h"

namespace lz::exec {

// Returns the executable with the same thunks. After each thunk, some bytes of the arena and of the
// outputs are overwritten: those that no later thunk reads. All of their bits become 1, which is
// NaN in every float type. Before the first thunk, all bytes of the arena and of the outputs are
// overwritten in this way. The contents of the thunks say which bytes a thunk reads.
ExecutableSpec poisoned(ExecutableSpec spec);

} // namespace lz::exec
