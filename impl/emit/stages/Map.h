// What maps do with each of their vectors.
#pragma once

#include "emit/stages/Stages.h"

namespace lz::emit {

// What writes at these points.
Status emitVector(Stages& s, Scope& vector);
// What of the stage's loads lies half a page ahead.
void fetchMap(KernelContext& k, const Stage& map, Scope& vector);

} // namespace lz::emit
