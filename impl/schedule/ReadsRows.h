// Reductions that read a row for each lane.
#pragma once

#include "region/RegionPlan.h"

namespace lz::schedule {

// Whether the reduction is part of another one's operands, and its loads lie along its own last
// dim, in a row for each point of the last grid dim. The distances of 784-dimensional points x_i
// from all y_j are an example. With GridLanes such rows are read side by side
// (emit/stages/SideBySide.cc), unless the reduction is written out. `deps`: of the plan.
bool readsRows(const region::RegionPlan& plan, const std::vector<uint64_t>& deps,
               const region::PlanReduction& reduction);

} // namespace lz::schedule
