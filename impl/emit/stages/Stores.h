// Stores of several outputs, which several kinds of stages make.
#pragma once

#include "emit/stages/Stages.h"

namespace lz::emit {

// All values of a point come before its first store: an output may lie over an input.
Status emitStoresAt(Stages& s, const schedule::Stage& stores, Scope& point);

} // namespace lz::emit
