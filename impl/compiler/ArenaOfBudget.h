// The part of a budget that is left for the arena of a run.
#pragma once

#include "base/Steps.h"

namespace lz::compiler {

// Returns the largest size of the arena with which a run stays within `budget`. A run takes three
// things from the allocator: its arena, its outputs, and its table of addresses. The exact size of
// the table is not known yet, because there are no thunks. So its estimate may be too large, but
// never too small, and the result may be a little below the exact number.
int64_t arenaIn(int64_t budget, const Steps& steps);

} // namespace lz::compiler
