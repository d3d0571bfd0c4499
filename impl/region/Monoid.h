// Reductions whose combiner is known to be associative and commutative with an identity, so that
// lanes may hold partial results.
#pragma once

#include "region/RegionPlan.h"

#include <optional>

namespace lz {

// The identity of each component, if every component k is one op of arg k and arg n+k: add,
// multiply, maximum, minimum, and, or, xor. Identities do not change any value, not even -0.0.
std::optional<std::vector<Literal>> identitiesOf(const PlanBody& body);

// How lanes may hold partial results of a reduction.
struct Partials {
  std::vector<Literal> identities; // what each starts from; empty: the initial values
  int place = -1; // the component that says in which order they are combined (ArgReduction.h); -1:
                  // in any
  bool rounds = false; // sums and products of floats: another order has other last bits
};

// None: only one accumulator after the other points in order.
std::optional<Partials> partialsOf(const RegionPlan& plan, const PlanReduction& reduction);

} // namespace lz
