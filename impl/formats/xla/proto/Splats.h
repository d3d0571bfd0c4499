// Internal to formats/xla/proto: a proto has no splats. One is written as its elements if these
// take less than what it means, a broadcast of one element; else it is large, and written as that.
#pragma once

#include "formats/xla/module/Module.h"

namespace lz::xla {

bool hasLargeSplats(const Module& module);

// The same module, to be written: constants that are large splats, or tuples with one somewhere
// inside, have become instructions that make them. Attributes that name instructions by their
// positions are not kept up, as no proto has them.
Module makeLargeSplats(const Module& module);

} // namespace lz::xla
