// Recognizes reductions such as arg max and arg min, which compute the best element of a row and
// its place.
#pragma once

#include "region/RegionPlan.h"

namespace lz::region {

// Returns the component of the reduction that holds the place. The other component is the value.
// Lanes can hold partial results of such a reduction. The places decide how partial results are
// combined. Returns -1 for other reductions.
//
//   arg max of 7 9 9 3 8 9 1 2 in 4 lanes. The (value, place) of each partial result:
//     (8,4) (9,1) (9,2) (3,3)        lane 1 keeps the 9 at 1, since the 9 at 5 is not greater
//     (9,2) (9,1)                    lanes 0 and 2 are combined in the order (9,2), (8,4)
//     (9,1)                          of equal values the first is kept, as without lanes
//
// The combiner must only compare values with values, compare places with places, and select by the
// results. So the result for three points depends only on the order of their values and the order
// of their places. Because of this, a trial of all orders, also with NaN, proves that lanes can
// hold partial results. The initial place must not be greater than the place of the first point, so
// that the initial values can be combined several times.
int placeOf(const RegionPlan& plan, const PlanReduction& reduction);

} // namespace lz::region
