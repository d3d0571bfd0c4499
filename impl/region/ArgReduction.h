// Reductions to the best element of a row and its place: arg max, arg min.
#pragma once

#include "region/RegionPlan.h"

namespace lz {

// The component of the reduction that counts its points, if two partial results may be combined as
// soon as they are put in the order of their places: -1 if not. The other component is a value.
//
//   arg max of 7 9 9 3 8 9 1 2, 4 lanes: (value, place) of each lane, then of halves
//     (8,4) (9,1) (9,2) (3,3)        lane 1: 9 at 1, and 9 at 5 is not greater
//     (9,2) (9,1)                    8 at 4 and 9 at 2 are combined as (9,2), (8,4): in order
//     (9,1)                          of equals the one before, as if points came one by one
//
// The combiner must consist of comparisons of values with values and of places with places, and of
// choices by them. What it does is then decided by how three values and three places compare, NaN
// being one more value, so a trial of all these orders is a proof. Its initial place must not be
// behind the first one; meeting the initial values more than once then changes nothing.
int placeOf(const RegionPlan& plan, const PlanReduction& reduction);

} // namespace lz
