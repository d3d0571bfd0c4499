// Checks an executable that the compiler made or that was read from a file.
#pragma once

#include "exec/Executable.h"

namespace lz::exec {

// Checks that every buffer has a place and the right size (an input has that of its type, a
// temporary lies in the arena); that thunks refer to buffers that exist and are large enough, and
// write to no input or constant; that a call which runs a body has one with its parameters; and
// that every output has a buffer. It cannot check what machine code does with its buffers. Returns
// an Internal error for the first violation.
Status verify(const ExecutableSpec& spec);

} // namespace lz::exec
