// Splits the grid into ranges in which a condition on an index is always true or always false.
// Values that the condition does not select are then not computed. For pad(x[1000], 3, "reflect"),
// a concatenation, a vector is
//
//   d0 < 3:       x[3 - d0]                       d0 < 3 is known in each of the three, and so is
//   d0 < 1003:    x[d0 - 3]                       which piece the selects take
//   else:         x[2001 - d0]
//
// instead of three loads under masks and two selects. Vectors begin at the same points as without
// ranges. Only a range whose end is not a multiple of the lanes has a masked vector.
#pragma once

#include "schedule/Choice.h"

#include <optional>

namespace lz::schedule {

struct DimRange {
  int64_t first, last; // inclusive
};
using GridRange = std::vector<DimRange>; // by dim

// Returns whether the condition `node` holds, if it has the same outcome at all points of `range`;
// else nullopt.
std::optional<bool> outcomeOf(const region::RegionPlan& plan, region::NodeId node,
                              const GridRange& range);

struct Ranges {
  Ranges() = default;
  // Splits dims if that saves steps. A vector has `lanes` lanes.
  Ranges(const region::RegionPlan& plan, const Choice& choice, int lanes);

  bool areSplit() const;

  std::vector<std::vector<DimRange>> ofDim; // by dim, in order; one range: it is not split
  std::vector<double> share;                // by node: the fraction of the points that need it

private:
  void split(const region::RegionPlan& plan, const GridRange& whole, int lanes);
};

} // namespace lz::schedule
