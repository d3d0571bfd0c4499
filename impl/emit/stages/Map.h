// Code for a vector of a map, which several kinds of stages use.
#pragma once

#include "emit/stages/Stages.h"

namespace lz::emit {

// Emits the stages that write at the points of this vector.
Status emitVector(Stages& s, Scope& vector);
// Prefetches the elements that the stage's loads will read half a page later.
void fetchMap(KernelContext& k, const schedule::Stage& map, Scope& vector);

} // namespace lz::emit
