// Computes what a region plan means, point by point; emitters are compared with it.
#pragma once

#include "region/RegionPlan.h"

namespace lz::testing {

// Returns the outputs for `inputs` (rank 1, one per buffer). `outputs` is what the output buffers
// hold before.
std::vector<Literal> interpretPlan(const region::RegionPlan& plan,
                                   const std::vector<Literal>& inputs,
                                   std::vector<Literal> outputs);

} // namespace lz::testing
