// Builds the tree of stages of a schedule.
#pragma once

#include "schedule/LoopForms.h"
#include "schedule/Schedule.h"

namespace lz::schedule {

// The stages in the order in which the tree is printed: the root first, and each stage before its
// children. All other fields of the schedule must be set.
std::vector<Stage> buildStages(const Schedule& schedule, const LoopForms& forms);

} // namespace lz::schedule
