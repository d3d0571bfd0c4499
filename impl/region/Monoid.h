// Finds reductions whose combiner is associative and commutative and has an identity, so that lanes
// may hold partial results.
#pragma once

#include "region/RegionPlan.h"

#include <optional>

namespace lz::region {

// Returns the identity of each component, if every component k is a single op on arg k and arg n+k.
// The op must be add, multiply, maximum, minimum, and, or, or xor. Combining with an identity
// changes no value, not even -0.0.
std::optional<std::vector<Literal>> identitiesOf(const PlanBody& body);

// How lanes may hold partial results of a reduction.
struct Partials {
  std::vector<Literal> identities; // the start of each partial result; empty: the initial values
  // The component that orders partial results when they are combined (ArgReduction.h); -1: none.
  int place = -1;
  bool rounds = false; // sums and products of floats: the order changes the last bits
};

// Returns nullopt if one accumulator must take the points in order.
std::optional<Partials> partialsOf(const RegionPlan& plan, const PlanReduction& reduction);

} // namespace lz::region
