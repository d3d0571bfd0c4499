// Finds ops that may combine values in any order and any grouping.
#pragma once

#include "base/Literal.h"
#include "spec/OpInfo.h"

#include <optional>

namespace lz {

// The scalar e with op(e, x) = x for every x of the type, also -0.0 and NaN. Only these ops have
// one here: add, multiply, maximum, minimum, and, or, xor.
std::optional<Literal> identityOf(Opcode opcode, DType dtype);

} // namespace lz
