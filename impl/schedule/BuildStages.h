// The tree of stages that a schedule consists of.
#pragma once

#include "schedule/LoopForms.h"
#include "schedule/Schedule.h"

namespace lz {

// In the order in which the tree is printed: a stage comes before its children, the root first. All
// other fields of the schedule are set.
std::vector<Stage> buildStages(const Schedule& schedule, const LoopForms& forms);

} // namespace lz
