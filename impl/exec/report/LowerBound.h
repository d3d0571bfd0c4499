// Proves that an executable cannot run with fewer bytes.
#pragma once

#include "exec/Executable.h"

namespace lz::exec {

// Returns bytes that a run without donations takes from the allocator at least, whatever the order
// of the thunks and the places of their buffers. It is a bound for these reasons:
//
// - All outputs exist when the run ends, each in a block of its own.
// - While a thunk runs, the temporaries and outputs that it reads and writes exist. So does its
//   scratch. A result that is allowed to lie in the place of an operand is not counted.
// - While a call runs its body, the arrays of the call exist.
// - When an iteration of a loop begins, the carried values that it reads exist.
//
// Inputs and constants do not count, because they are not the run's memory, and neither do
// temporaries that could be on the stack (kArenaOnStack).
int64_t lowerBoundOf(const ExecutableSpec& spec);

} // namespace lz::exec
