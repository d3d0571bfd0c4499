// Finds reductions that read one row per lane.
#pragma once

#include "region/RegionPlan.h"

namespace lz::schedule {

// Returns whether the reduction is computed in the operands of another reduction, and reads a row
// for each point of the last grid dim, along its own last dim. For example, the distances of
// 784-dimensional points x_i from all y_j are such reductions. With GridLanes, several of these
// rows are reduced together (emit/stages/SideBySide.cc), unless the reduction is unrolled. `deps`
// is dependencies(plan).
bool readsRows(const region::RegionPlan& plan, const std::vector<uint64_t>& deps,
               const region::PlanReduction& reduction);

} // namespace lz::schedule
