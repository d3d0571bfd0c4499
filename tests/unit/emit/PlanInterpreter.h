// What a region plan means, point by point: the oracle of the emitters.
#pragma once

#include "region/RegionPlan.h"

namespace lz::testing {

// The outputs for `inputs` (rank 1, one per buffer). `outputs` holds what output buffers contain
// before.
std::vector<Literal> interpretPlan(const region::RegionPlan& plan,
                                   const std::vector<Literal>& inputs,
                                   std::vector<Literal> outputs);

} // namespace lz::testing
