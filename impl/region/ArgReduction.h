// Recognizes reductions to the best element of a row and its place, such as arg max and arg min.
#pragma once

#include "region/RegionPlan.h"

namespace lz::region {

// Returns the component of the reduction that holds the place, if lanes can hold partial results
// that are combined in the order of their places. Otherwise returns -1. The other component is the
// value.
//
//   arg max of 7 9 9 3 8 9 1 2 in 4 lanes. The (value, place) of each partial result:
//     (8,4) (9,1) (9,2) (3,3)        lane 1 keeps the 9 at 1, since the 9 at 5 is not greater
//     (9,2) (9,1)                    lanes 0 and 2 are combined in the order (9,2), (8,4)
//     (9,1)                          of equal values the first is kept, as without lanes
//
// The combiner must only compare values with values and places with places, and select by the
// results. So combining three points depends only on the order of their values, including NaN, and
// on the order of their places. Therefore, a trial with all orders is a proof. The initial place
// must not be greater than the place of the first point, so that combining the initial values
// several times changes nothing.
int placeOf(const RegionPlan& plan, const PlanReduction& reduction);

} // namespace lz::region
