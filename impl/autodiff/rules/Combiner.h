// What the region of a reduction or a scatter does with its two scalars.
#pragma once

#include "spec/Program.h"

#include <optional>

namespace lz::autodiff {

// The binary op of the two parameters that is all the region computes; in either order if the op
// commutes. nullopt: it computes something else.
std::optional<Opcode> combinerOf(const Region& region);

// Whether the region takes two scalars and returns the second one: the update replaces.
bool returnsSecond(const Region& region);

} // namespace lz::autodiff
