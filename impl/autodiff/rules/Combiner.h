// Finds out what the region of a reduction or a scatter does with its two scalars.
#pragma once

#include "spec/Program.h"

#include <optional>

namespace lz::autodiff {

// The binary op, if the region only applies one to its two parameters, in either order if it
// commutes. nullopt: it computes something else.
std::optional<Opcode> combinerOf(const Region& region);

// Whether the region takes two scalars and returns the second, so that the update replaces the
// element.
bool returnsSecond(const Region& region);

} // namespace lz::autodiff
