// Code that rules of ops with regions share: finds the values of a region that matter, and copies
// regions.
#pragma once

#include "absl/functional/function_ref.h"
#include "autodiff/Rule.h"
#include "base/HashMap.h"
#include "spec/Clone.h"

namespace lz::autodiff {

using ValueSet = HashSet<ValueId>;
using ValueFilter = absl::FunctionRef<bool(ValueId)>;

// Adds the floats that `ops` compute from values of the set or from wanted ones.
void addDependents(const RuleCall& call, const std::vector<Op>& ops, ValueSet& values);

// Adds the values from which `ops` compute those of the set, also captures of regions. It follows
// only values for which the filter holds.
void addSources(const std::vector<Op>& ops, ValueFilter filter, ValueSet& values);

// The entries of a list of values that are kept.
template <typename List> void keep(List& list, const std::vector<bool>& kept) {
  size_t next = 0;
  for (size_t i = 0; i < list.size(); ++i)
    if (kept[i])
      list[next++] = list[i];
  list.resize(next);
}

// Removes the ops that the region's results do not need, even those with effects. From ops with
// bodies it removes results that are not read, with all that only they need. The region is computed
// again only for its values, since the program has had its effects.
void dropUnused(Region& region);
void dropUnused(std::vector<Op>& ops, absl::Span<const ValueId> results);

// Appends the wanted ones of `values` to `wanted`, each value once.
void addWanted(const RuleCall& call, absl::Span<const ValueId> values,
               std::vector<ValueId>& wanted);

// Binds `from` to `to`, or to a constant if `to` is a known integer: the trip counts of loops in a
// copied body must follow from the body alone.
void bindKnown(const RuleCall& call, ValueId from, ValueId to, Builder& b, Cloner& cloner);

// Appends a copy of the region's ops to b. Integers that it captures become constants if they are
// known.
void recompute(const RuleCall& call, const Region& region, Builder& b, Cloner& cloner);

} // namespace lz::autodiff
