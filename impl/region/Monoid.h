// Finds reductions for which lanes can hold partial results. This is possible, for example, if the
// combiner is associative and commutative, and has an identity.
#pragma once

#include "region/RegionPlan.h"

#include <optional>

namespace lz::region {

// Returns the identity of each of the n components, or nullopt. Component k must be a single op on
// arg k and arg n + k: add, multiply, maximum, minimum, And, Or or Xor. Combining with an identity
// changes no value, not even -0.0.
std::optional<std::vector<Literal>> identitiesOf(const PlanBody& body);

// How lanes can hold partial results of a reduction.
struct Partials {
  std::vector<Literal> identities; // the start of partial results; empty: the initial values
  // The component that decides the order in which partial results are combined (ArgReduction.h), or
  // -1.
  int place = -1;
  bool rounds = false; // whether the order changes the last bits, as in float sums
};

// Returns how lanes can hold partial results. If the points must be combined one after another, in
// order, returns nullopt.
std::optional<Partials> partialsOf(const RegionPlan& plan, const PlanReduction& reduction);

} // namespace lz::region
