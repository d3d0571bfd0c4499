// Emits reductions of several rows side by side. Several points of the surrounding loop are
// computed at a time.
#pragma once

#include "emit/kernel/Loops.h"
#include "emit/stages/Stages.h"

namespace lz::emit {

// Emits the innermost loop of the stage `around`, which has the form Together. Each step
// reduces rows for several points at once, and then runs `body` at each of these points.
StatusOr<Values> emitPointsTogether(KernelContext& k, const schedule::Stage& around, Scope& scope,
                                    Values carried, LoopBody body);

} // namespace lz::emit
