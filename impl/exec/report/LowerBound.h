// Computes a number of bytes such that the executable cannot run with fewer.
#pragma once

#include "exec/Executable.h"

namespace lz::exec {

// Returns a lower bound of the bytes that a run without donations takes from the allocator. The
// bound holds for every order of the thunks, all places of their buffers, and every number of
// threads that have scratch, because:
//
// - All outputs exist when the run ends, each in a block of its own.
// - While a thunk runs, the temporaries and outputs that it reads and writes exist. So does its
//   scratch for one thread. A result that is allowed to lie in the place of an operand is not
//   counted.
// - While a call runs its body, the arrays of the call exist.
// - When an iteration of a loop begins, the carried values that it reads exist.
//
// Inputs and constants do not count, because they are not the run's memory. Temporaries that could
// be on the stack (kArenaOnStack) do not count either.
int64_t lowerBoundOf(const ExecutableSpec& spec);

} // namespace lz::exec
