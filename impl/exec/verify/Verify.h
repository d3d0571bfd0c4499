// Checks an executable that the compiler made or that was read from a file.
#pragma once

#include "exec/Executable.h"

namespace lz::exec {

// Returns an Internal error for the first violation of these rules. Every buffer has a place and
// the right size: an input has the size of its type, and a temporary is inside of the arena. Thunks
// refer to buffers that exist and are large enough, and write to no input or constant. A call that
// runs a body has a body with the right parameters. Every output has a buffer. What machine code
// does with its buffers cannot be checked.
Status verify(const ExecutableSpec& spec);

} // namespace lz::exec
