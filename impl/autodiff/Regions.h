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

// Adds the float results of `ops` that depend on values in the set or on wanted values.
void addDependents(const RuleCall& call, const std::vector<Op>& ops, ValueSet& values);

// Adds the values that `ops` need to compute those in the set, including captures of regions. It
// follows only values that pass the filter.
void addSources(const std::vector<Op>& ops, ValueFilter filter, ValueSet& values);

// Keeps only the entries of `list` whose flag is true.
template <typename List> void keep(List& list, const std::vector<bool>& kept) {
  size_t next = 0;
  for (size_t i = 0; i < list.size(); ++i)
    if (kept[i])
      list[next++] = list[i];
  list.resize(next);
}

// Removes the ops that the region's results do not need, even those with effects, and unused
// results of ops with bodies together with the ops that only they need. The region is recomputed
// only for its values; the program has performed its effects before.
void dropUnused(Region& region);
void dropUnused(std::vector<Op>& ops, absl::Span<const ValueId> results);

// Appends those of `values` that are wanted to `wanted`, each once.
void addWanted(const RuleCall& call, absl::Span<const ValueId> values,
               std::vector<ValueId>& wanted);

// Maps `from` to `to`, or to a constant if `to` is a known integer. The trip counts of loops in a
// copied body must be computable from the body alone.
void bindKnown(const RuleCall& call, ValueId from, ValueId to, Builder& b, Cloner& cloner);

// Appends a copy of the region's ops to b. Captured integers that are known become constants.
void recompute(const RuleCall& call, const Region& region, Builder& b, Cloner& cloner);

} // namespace lz::autodiff
