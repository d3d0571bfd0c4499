// Recognizes what the region of a reduction or a scatter does with its two scalars.
#pragma once

#include "spec/Program.h"

#include <optional>

namespace lz::autodiff {

// Returns the binary op if the region only applies one op to its two parameters, in either order if
// the op is commutative. Otherwise returns nullopt.
std::optional<Opcode> combinerOf(const Region& region);

// Returns whether the region takes two scalars and returns the second, so that an update replaces
// the element.
bool returnsSecond(const Region& region);

} // namespace lz::autodiff
