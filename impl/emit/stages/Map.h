// Code that maps share, for each of their vectors.
#pragma once

#include "emit/stages/Stages.h"

namespace lz::emit {

// Runs the stages that write at these points.
Status emitVector(Stages& s, Scope& vector);
// Fetches the elements that the stage's loads read half a page further.
void fetchMap(KernelContext& k, const schedule::Stage& map, Scope& vector);

} // namespace lz::emit
