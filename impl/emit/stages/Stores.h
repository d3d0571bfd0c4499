// Emits the stores of several outputs, for several kinds of stages.
#pragma once

#include "emit/stages/Stages.h"

namespace lz::emit {

// Emits the stores at a point. All values of the point are computed before the first store, because
// an output can share the memory of an input.
Status emitStoresAt(Stages& s, const schedule::Stage& stores, Scope& point);

} // namespace lz::emit
