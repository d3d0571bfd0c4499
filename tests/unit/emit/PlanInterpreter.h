// Computes a region plan point by point, as its definition says. Emitters are compared with these
// results.
#pragma once

#include "region/RegionPlan.h"

namespace lz::testing {

// Returns the outputs for `inputs` (rank 1, one per buffer). `outputs` are the contents of the
// output buffers before the run.
std::vector<Literal> interpretPlan(const region::RegionPlan& plan,
                                   const std::vector<Literal>& inputs,
                                   std::vector<Literal> outputs);

} // namespace lz::testing
