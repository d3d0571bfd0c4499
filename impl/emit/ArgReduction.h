// Reductions to the best element of a row and its place: arg max, arg min.
#pragma once

#include "fusion/RegionPlan.h"

namespace lz::emit {

// The component of the reduction that counts its points, if two partial results may be combined as
// soon as they are put in the order of their places: -1 if not. The other component is a value.
// The combiner must consist of comparisons and choices. What it does is then decided by how values
// and places compare, NaN being one more value, so trying it on all orders of three points is a
// proof. Its initial place must not be behind the first one; meeting the initial values more than
// once then changes nothing.
int placeOf(const RegionPlan& plan, const PlanReduction& reduction);

} // namespace lz::emit
