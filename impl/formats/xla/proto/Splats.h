// Internal to formats/xla/proto: replaces splats, which a proto does not have. A splat is written
// as its elements if they are smaller than the instructions for a broadcast of one element.
#pragma once

#include "formats/xla/module/Module.h"

namespace lz::xla {

bool hasLargeSplats(const Module& module);

// Returns the module with large splats, and tuples that contain one, replaced by instructions that
// make them. Attributes that refer to instructions by position are not updated, as no proto has
// them.
Module makeLargeSplats(const Module& module);

} // namespace lz::xla
