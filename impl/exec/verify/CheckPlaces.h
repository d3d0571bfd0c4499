// Checks the places of an executable without knowing how they were chosen: follows who owns each
// byte from thunk to thunk.
#pragma once

#include "exec/Executable.h"

namespace lz::exec {

// Returns an Internal error if a thunk reads bytes that do not hold the content that the thunk
// means, or writes over bytes that it also uses. The error names the thunk, the bytes and both
// contents. Each branch is followed, and loops as if there had been earlier iterations. If outputs
// can take over donated inputs, this is done twice: with and without the donations. The executable
// must have passed all other checks of verify().
Status checkPlaces(const ExecutableSpec& spec);

// Adds up the bytes that runs take, and compares them with those that the executable states.
Status checkRunBytes(const ExecutableSpec& spec);

} // namespace lz::exec
