// Whether an executable is one, whoever made it: the compiler or a file.
#pragma once

#include "exec/Executable.h"

namespace lz::exec {

// That every buffer has its place and its bytes (an input those of its type, a temporary lies in
// the arena), that thunks name buffers that there are, large enough for what they do with them, and
// write no input and no constant, that a call which runs a body has one for its parameters, and
// that every output has a buffer. What machine code does with its buffers is not seen. Internal
// error: the first thing that is not so.
Status verify(const ExecutableSpec& spec);

} // namespace lz::exec
