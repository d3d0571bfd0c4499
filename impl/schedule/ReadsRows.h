// Finds reductions that read one row per lane.
#pragma once

#include "region/RegionPlan.h"

namespace lz::schedule {

// Returns whether the reduction reads another row at each point of the last grid dim. The row must
// lie along the last dim of the reduction, and the reduction must be nested in another reduction or
// in the loop of an output. For example, the distances of 784-dimensional points x_i from all y_j
// are such reductions. With GridLanes, several of these rows are reduced together
// (emit/stages/SideBySide.cc). `deps` is dependencies(plan).
bool readsRows(const region::RegionPlan& plan, const std::vector<uint64_t>& deps,
               const region::PlanReduction& reduction);

} // namespace lz::schedule
