// Shared by rules of ops with regions: finds the values of a region that are needed, and copies
// regions.
#pragma once

#include "absl/functional/function_ref.h"
#include "autodiff/Rule.h"
#include "base/HashMap.h"
#include "spec/Clone.h"

namespace lz::autodiff {

using ValueSet = HashSet<ValueId>;
using ValueFilter = absl::FunctionRef<bool(ValueId)>;

// Adds to `values` the float results of `ops` that depend on values that are in `values` already or
// on values whose cotangent is wanted.
void addDependents(const RuleCall& call, const std::vector<Op>& ops, ValueSet& values);

// Adds to `values` everything that `ops` need to compute the values that are in it already,
// including captures of regions. Values that do not pass the filter are left out, and so are values
// that only these need.
void addSources(const std::vector<Op>& ops, ValueFilter filter, ValueSet& values);

// Keeps only the entries of `list` whose flag is true.
template <typename List> void keep(List& list, const std::vector<bool>& kept) {
  size_t next = 0;
  for (size_t i = 0; i < list.size(); ++i)
    if (kept[i])
      list[next++] = list[i];
  list.resize(next);
}

// Removes the ops that the region's results do not need, even ops with effects, since the program
// has performed the effects before. Also removes unused results of ops with bodies, and the ops in
// these bodies that only such results need.
void dropUnused(Region& region);
void dropUnused(std::vector<Op>& ops, absl::Span<const ValueId> results);

// Appends to `wanted`, without duplicates, those `values` whose cotangent is wanted.
void addWanted(const RuleCall& call, absl::Span<const ValueId> values,
               std::vector<ValueId>& wanted);

// Maps `from` to `to`, or to a constant if `to` is a known integer, because the trip counts of
// loops in a copied body must be known from the body alone.
void bindKnown(const RuleCall& call, ValueId from, ValueId to, Builder& b, Cloner& cloner);

// Appends a copy of the region's ops to b. Captured integers that are known become constants.
void recompute(const RuleCall& call, const Region& region, Builder& b, Cloner& cloner);

} // namespace lz::autodiff
