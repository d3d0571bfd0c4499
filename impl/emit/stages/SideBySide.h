// Reductions of rows side by side, at several points of the reduction around them at once.
#pragma once

#include "emit/kernel/Loops.h"
#include "emit/stages/Stages.h"

namespace lz::emit {

// The loop over the last dim of a reduction that takes some points Together: runs `body` at each
// point, where the rows inside of it are reduced.
StatusOr<Values> emitPointsTogether(KernelContext& k, const schedule::Stage& around, Scope& scope,
                                    Values carried, LoopBody body);

} // namespace lz::emit
