// Counts how often a plan computes each of its values, and which elements its loads touch. All
// decisions about a plan use these counts, which follow from the dims, the indices and the forms of
// the loops.
//
//   y[d0] = sum over d1 of a[d0, d1] * t[d1],  t[d1] = sum over d2 of b[d1, d2] * x[d2]
//
//   t depends on d1 only, but the loop over d1 runs inside the grid: it is computed once per point
//   of d0 and d1, and b is read that often.
#pragma once

#include "schedule/LoopForms.h"

namespace lz::schedule {

class PlanFacts {
public:
  // Keeps references to `plan`, whose dims have their kinds (splitGrid), and to `forms`.
  PlanFacts(const region::RegionPlan& plan, const LoopForms& forms);

  // For each node, bit d of `deps` says that its value depends on dim d, and bit d of `loops` says
  // that it is computed in the loop over d. These are the loops of the grid, the loops over dims
  // that it depends on, and all loops around those. Values that are the same in all vectors of a
  // scatter's update are computed outside the loop over the vectors.
  const std::vector<uint64_t>& deps;
  std::vector<uint64_t> loops;

  // The role of a node: `Kept` is read from memory, where an earlier loop over the row wrote it
  // (KeptRows.h), and `Unused` is needed only by such nodes.
  enum class Role : uint8_t { Unused, Computed, Kept };
  std::vector<Role> roles; // by node

  // Returns all loops in which a value that depends on these dims is computed.
  uint64_t loopsAround(uint64_t dims) const;
  // Returns the dims that the combiner of the reduction runs over: its own, and those of its
  // operands.
  uint64_t dimsInside(const region::PlanReduction& reduction) const;
  // Returns the number of points of these dims together. It counts values, so it is exact up to
  // 2^53.
  double points(uint64_t dims) const;
  // How often the node is computed.
  double times(region::NodeId node) const { return points(loops[size_t(node)]); }
  // Returns the number of different elements that the access touches while only `dims` move. It is
  // the least of three numbers: the points of the dims that the access depends on, the range of its
  // index, and the elements of the buffer, `size`. With data-dependent terms the range is the whole
  // buffer.
  double elements(const region::IndexExpr& expr, absl::Span<const region::DynamicTerm> dynamic,
                  int64_t size, uint64_t dims) const;

  uint64_t grid() const { return grid_; }

private:
  void findRoles();
  bool hasLoopInside(const region::PlanReduction& reduction) const;

  const region::RegionPlan& plan_;
  const LoopForms& forms_;
  uint64_t grid_ = 0;
  // For each dim: the dims whose loops are around its loop, without itself.
  std::vector<uint64_t> around_;
};

} // namespace lz::schedule
