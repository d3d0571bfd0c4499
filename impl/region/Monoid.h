// Finds reductions whose combiner is associative and commutative and has an identity, so that lanes
// can hold partial results.
#pragma once

#include "region/RegionPlan.h"

#include <optional>

namespace lz::region {

// Returns the identity of each component, if each component k of the n components is a single op on
// arg k and arg n + k. The op must be one of add, multiply, maximum, minimum, And, Or and Xor.
// Otherwise returns nullopt. Combining with an identity changes no value, not even -0.0.
std::optional<std::vector<Literal>> identitiesOf(const PlanBody& body);

// How lanes can hold partial results of a reduction.
struct Partials {
  std::vector<Literal> identities; // partial results start with these; empty: with initial values
  // The component that orders partial results when they are combined (ArgReduction.h); -1: none.
  int place = -1;
  bool rounds = false; // float sums and products, whose last bits depend on the order
};

// Returns nullopt if the points must be combined one after another, in order.
std::optional<Partials> partialsOf(const RegionPlan& plan, const PlanReduction& reduction);

} // namespace lz::region
