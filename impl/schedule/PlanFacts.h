// Counts how often a plan computes each value, and how many different elements each load reads. All
// decisions about a plan use these counts.
//
//   y[d0] = sum over d1 of a[d0, d1] * t[d1],  t[d1] = sum over d2 of b[d1, d2] * x[d2]
//
//   t depends on d1 only, but the loop over d1 runs inside the grid. So t is computed once per
//   point of (d0, d1), and each computation of t reads a row of b.
#pragma once

#include "schedule/LoopForms.h"

namespace lz::schedule {

class PlanFacts {
public:
  // Keeps references to `plan` and `forms`. The dims of the plan must have their kinds (splitGrid).
  PlanFacts(const region::RegionPlan& plan, const LoopForms& forms);

  // For each node: bit d of `deps` says whether the node's value depends on dim d. Bit d of `loops`
  // says whether the value is computed inside the loop over d. A value is computed inside the loops
  // of the grid, inside the loops over dims that it depends on, and inside all loops around these.
  // In a scatter, values that are the same in all vectors of an update are computed outside the
  // loop over the vectors.
  const std::vector<uint64_t>& deps;
  std::vector<uint64_t> loops;

  // The role of a node. A `Kept` node is read from memory, where an earlier loop over the row has
  // stored it (KeptRows.h). An `Unused` node is needed only by Kept nodes.
  enum class Role : uint8_t { Unused, Computed, Kept };
  std::vector<Role> roles; // index: node

  // Returns all loops in which a value that depends on these dims is computed.
  uint64_t loopsAround(uint64_t dims) const;
  // Returns the dims of the loops in which the combiner of the reduction runs. These are the dims
  // of the reduction, and the dims that its operands depend on.
  uint64_t dimsInside(const region::PlanReduction& reduction) const;
  // Returns the product of the extents of these dims. As a double it is exact up to 2^53.
  double points(uint64_t dims) const;
  // Returns how often the node is computed.
  double times(region::NodeId node) const { return points(loops[size_t(node)]); }
  // Returns the number of different elements that the access touches while the loops over `dims`
  // run. It is the smallest of three numbers: the points of those `dims` on which the access
  // depends, the length of the range of the index, and the `size` of the buffer in elements. If the
  // index has data-dependent terms, the range is the whole buffer.
  double elements(const region::IndexExpr& expr, absl::Span<const region::DynamicTerm> dynamic,
                  int64_t size, uint64_t dims) const;

  uint64_t grid() const { return grid_; }

private:
  void findRoles();
  bool hasLoopInside(const region::PlanReduction& reduction) const;

  const region::RegionPlan& plan_;
  const LoopForms& forms_;
  uint64_t grid_ = 0;
  // For each dim: the dims of the loops around its loop.
  std::vector<uint64_t> around_;
};

} // namespace lz::schedule
