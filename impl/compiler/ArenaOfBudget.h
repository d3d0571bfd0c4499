// The part of a budget that is left for the arena of a run.
#pragma once

#include "base/Steps.h"

namespace lz::compiler {

// Returns the most bytes of an arena with which a run takes at most `budget` bytes from the
// allocator, with its outputs and its table of addresses. The table is estimated, because there are
// no thunks yet, and never too low. So the result can be a little less than the exact number.
int64_t arenaIn(int64_t budget, const Steps& steps);

} // namespace lz::compiler
