// Emits the code for one vector of a map. Several kinds of stages use it.
#pragma once

#include "emit/stages/Stages.h"

namespace lz::emit {

// Emits the child stages that write outputs, for the points of this vector.
Status emitVector(Stages& s, Scope& vector);
// Prefetches the elements that the stage's loads will read half a page later.
void fetchMap(KernelContext& k, const schedule::Stage& map, Scope& vector);

} // namespace lz::emit
