// Checks an executable that the compiler made or that was read from a file.
#pragma once

#include "exec/Executable.h"

namespace lz::exec {

// Returns an Internal error for the first violation of these rules. An input has the size of its
// type. A temporary is inside of the arena. Every output has a buffer. Thunks use only buffers that
// exist and are large enough. Thunks do not write to inputs or constants. A call that runs a body
// has a body with the right parameters. Each thunk finds the contents that it expects at the places
// that it reads (CheckPlaces.h). Machine code is not checked.
Status verify(const ExecutableSpec& spec);

} // namespace lz::exec
