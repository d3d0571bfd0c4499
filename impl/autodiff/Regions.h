// What the rules of ops with regions share: which values of a region matter, and copies of it.
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

// Adds the values that `ops` compute those of the set from, captures of regions included; but only
// such for which the filter holds, and what leads to them through such.
void addSources(const std::vector<Op>& ops, ValueFilter filter, ValueSet& values);

// The entries of a list of values that are kept.
template <typename List> void keep(List& list, const std::vector<bool>& kept) {
  size_t next = 0;
  for (size_t i = 0; i < list.size(); ++i)
    if (kept[i])
      list[next++] = list[i];
  list.resize(next);
}

// Removes the ops that the region's results do not need, whether they have effects or not, and of
// the ops with bodies that stay, results that nobody reads with what they are computed from. What
// is computed again is computed for its values: the program has had its effects.
void dropUnused(Region& region);
void dropUnused(std::vector<Op>& ops, absl::Span<const ValueId> results);

// Appends what is wanted among `values` to `wanted`, each value once.
void addWanted(const RuleCall& call, absl::Span<const ValueId> values,
               std::vector<ValueId>& wanted);

// Binds `from` to `to`, or to a constant if `to` is a known integer: loops in a copied body must be
// countable without looking out of it.
void bindKnown(const RuleCall& call, ValueId from, ValueId to, Builder& b, Cloner& cloner);

// Appends a copy of the region's ops to b; integers that it captures become constants when they are
// known.
void recompute(const RuleCall& call, const Region& region, Builder& b, Cloner& cloner);

} // namespace lz::autodiff
