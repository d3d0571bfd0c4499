// Checks the places of an executable without knowing how they were chosen. Follows from thunk to
// thunk which content owns each byte.
#pragma once

#include "exec/Executable.h"

namespace lz::exec {

// Returns an Internal error if a thunk reads bytes that hold another content than the thunk
// expects, or if a thunk overwrites bytes that it also uses. The error names the thunk, the bytes
// and both contents. Every branch is checked. A loop is checked as if there had been earlier
// iterations. If outputs can take over donated inputs, all checks are made twice: with and without
// the donations. The executable must have passed all other checks of verify().
Status checkPlaces(const ExecutableSpec& spec);

// Adds up the bytes that runs take, and compares the sums with the bytes that the executable
// states.
Status checkRunBytes(const ExecutableSpec& spec);

} // namespace lz::exec
