// Internal to formats/xla/proto: replaces splats, which protos do not have. A splat is written as
// all its elements, or as a broadcast of one element if that takes fewer bytes.
#pragma once

#include "formats/xla/module/Module.h"

namespace lz::xla {

bool hasLargeSplats(const Module& module);

// Replaces each large splat in the module by a broadcast, and each tuple that contains a large
// splat by a tuple instruction. Does not update attributes that refer to instructions by position,
// because no proto has such attributes.
Module makeLargeSplats(const Module& module);

} // namespace lz::xla
