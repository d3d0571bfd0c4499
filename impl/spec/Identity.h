// Finds ops that are allowed to combine values in any order and with any grouping.
#pragma once

#include "base/Literal.h"
#include "spec/OpInfo.h"

#include <optional>

namespace lz {

// Returns the scalar e with op(e, x) = x for every x of the type, including -0.0 and NaN. Only add,
// multiply, maximum, minimum, and, or, and xor have such a scalar. Returns nullopt for other ops.
std::optional<Literal> identityOf(Opcode opcode, DType dtype);

} // namespace lz
