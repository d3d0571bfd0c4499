// Emits reductions of rows side by side, for several points of the surrounding reduction at once.
#pragma once

#include "emit/kernel/Loops.h"
#include "emit/stages/Stages.h"

namespace lz::emit {

// Emits the loop over the last dim of a reduction with the form Together. The rows inside are
// reduced for all of these points at once, and then `body` runs at each point.
StatusOr<Values> emitPointsTogether(KernelContext& k, const schedule::Stage& around, Scope& scope,
                                    Values carried, LoopBody body);

} // namespace lz::emit
