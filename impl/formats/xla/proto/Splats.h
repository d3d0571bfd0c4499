// Internal to formats/xla/proto: replaces splats, which protos do not have. A splat is written as
// all its elements, or as a broadcast of one element if that takes fewer bytes.
#pragma once

#include "formats/xla/module/Module.h"

namespace lz::xla {

bool hasLargeSplats(const Module& module);

// Returns the module in which instructions make the large splats, and the tuples that contain one.
// Attributes that refer to instructions by position are not updated, because no proto has them.
Module makeLargeSplats(const Module& module);

} // namespace lz::xla
