// Splits the grid into ranges. In each range, a condition on an index is always true or always
// false. So values that the condition does not select are not computed. For example, pad(x[1000],
// 3, "reflect") is a concatenation. With ranges, its vectors are
//
//   d0 < 3:       x[3 - d0]                       in each of the three ranges, the
//   d0 < 1003:    x[d0 - 3]                       outcomes of d0 < 3 and d0 < 1003
//   else:         x[2001 - d0]                    are known
//
// Without ranges, each vector would take three masked loads and two selects. Ranges do not change
// the points at which vectors begin. If the end of a range is not a multiple of the lanes, the last
// vector of the range is masked.
#pragma once

#include "schedule/Choice.h"

#include <optional>

namespace lz::schedule {

struct DimRange {
  int64_t first, last; // inclusive
};
using GridRange = std::vector<DimRange>; // one range for each dim

// Returns the value of the condition `node` if it is the same at all points of `range`. Otherwise
// returns nullopt.
std::optional<bool> outcomeOf(const region::RegionPlan& plan, region::NodeId node,
                              const GridRange& range);

struct Ranges {
  Ranges() = default;
  // Splits the grid if that saves steps. A vector has `lanes` lanes.
  Ranges(const region::RegionPlan& plan, const Choice& choice, int lanes);

  bool areSplit() const;

  // For each dim: its ranges, in order. A dim that is not split has one range.
  std::vector<std::vector<DimRange>> ofDim;
  // For each node: the fraction of the points that need it.
  std::vector<double> share;

private:
  void split(const region::RegionPlan& plan, const GridRange& whole, int lanes);
};

} // namespace lz::schedule
