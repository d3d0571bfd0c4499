// Helpers for rules of ops with regions. They find the needed values of a region, and copy regions.
#pragma once

#include "absl/functional/function_ref.h"
#include "autodiff/Rule.h"
#include "base/HashMap.h"
#include "spec/Clone.h"

namespace lz::autodiff {

using ValueSet = HashSet<ValueId>;
using ValueFilter = absl::FunctionRef<bool(ValueId)>;

// Adds to `values` the float and complex results of `ops` through which cotangents pass. Such a
// result depends on a value of `values`, or on a value whose cotangent is wanted.
void addDependents(const RuleCall& call, const std::vector<Op>& ops, ValueSet& values);

// Adds to `values` all values from which `ops` compute the values that are in `values` already.
// Captures of regions are added, too. A value that does not pass the filter is not added, and
// neither are the values that are needed only for this value.
void addSources(const std::vector<Op>& ops, ValueFilter filter, ValueSet& values);

// Keeps only the entries of `list` whose flag is true.
template <typename List> void keep(List& list, const std::vector<bool>& kept) {
  size_t next = 0;
  for (size_t i = 0; i < list.size(); ++i)
    if (kept[i])
      list[next++] = list[i];
  list.resize(next);
}

// Removes the ops that the region's results do not need. Even ops with effects are removed, because
// the program has performed the effects before. If an op has bodies, its unused results and the ops
// that compute them in the bodies are removed, too.
void dropUnused(Region& region);
void dropUnused(std::vector<Op>& ops, absl::Span<const ValueId> results);

// Appends to `wanted` the values whose cotangent is wanted. A value that is there already is not
// appended again.
void addWanted(const RuleCall& call, absl::Span<const ValueId> values,
               std::vector<ValueId>& wanted);

// Maps `from` to `to`. If `to` is a known integer, maps `from` to a constant instead, so that the
// trip counts of loops in a copied body remain known.
void bindKnown(const RuleCall& call, ValueId from, ValueId to, Builder& b, Cloner& cloner);

// Appends a copy of the region's ops to b. Captured integers that are known become constants.
void recompute(const RuleCall& call, const Region& region, Builder& b, Cloner& cloner);

} // namespace lz::autodiff
