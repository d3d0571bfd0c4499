// Reductions whose combiner is known to be associative and commutative with an identity, so that
// lanes may hold partial results.
#pragma once

#include "fusion/RegionPlan.h"

#include <optional>

namespace lz::emit {

// The identity of each component, if every component k is one op of arg k and arg n+k: add,
// multiply, maximum, minimum, and, or, xor. Identities do not change any value, not even -0.0.
std::optional<std::vector<Literal>> identitiesOf(const PlanBody& body);

} // namespace lz::emit
