// Recognizes reductions to the best element of a row and its place, such as arg max and arg min.
#pragma once

#include "region/RegionPlan.h"

namespace lz::region {

// Returns the component of the reduction that holds the place, if partial results may be combined
// after they are sorted by their places. Otherwise returns -1. The other component is the value.
//
//   arg max of 7 9 9 3 8 9 1 2, 4 lanes: (value, place) of each lane, then of halves
//     (8,4) (9,1) (9,2) (3,3)        lane 1: 9 at 1, and 9 at 5 is not greater
//     (9,2) (9,1)                    8 at 4 and 9 at 2 are combined as (9,2), (8,4): in order
//     (9,1)                          of equals the one before, as if points came one by one
//
// The combiner must consist of comparisons of values with values and of places with places, and of
// selects by them. Its result then depends only on how three values and three places compare, where
// NaN is one more value. So a trial of all these orders is a proof. Its initial place must not come
// after the first point, so that meeting the initial values again changes nothing.
int placeOf(const RegionPlan& plan, const PlanReduction& reduction);

} // namespace lz::region
