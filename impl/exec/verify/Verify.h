// Checks an executable that the compiler or a file has made.
#pragma once

#include "exec/Executable.h"

namespace lz::exec {

// Checks that every buffer has its place and its bytes (an input has those of its type, a temporary
// lies in the arena); that thunks name buffers that exist and are large enough, and write to no
// input or constant; that a call which runs a body has one for its parameters; and that every
// output has a buffer. What machine code does with its buffers is not checked. Internal error: the
// first condition that does not hold.
Status verify(const ExecutableSpec& spec);

} // namespace lz::exec
