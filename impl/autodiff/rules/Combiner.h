// Recognizes what the region of a reduction or a scatter does with its two scalars.
#pragma once

#include "spec/Program.h"

#include <optional>

namespace lz::autodiff {

// Returns the binary op that the region applies to its two parameters, or nullopt if the region
// does something else. If the op is commutative, the parameters can be in either order.
std::optional<Opcode> combinerOf(const Region& region);

// Returns whether the region returns the second of its two scalars. A scatter with this region
// replaces elements by its updates.
bool returnsSecond(const Region& region);

} // namespace lz::autodiff
