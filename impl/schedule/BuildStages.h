// Builds the tree of stages of a schedule.
#pragma once

#include "schedule/LoopForms.h"
#include "schedule/Schedule.h"

namespace lz::schedule {

// Returns the stages in the order in which they are printed. Each stage comes before its children.
// All fields of `schedule` except `stages` must be set.
std::vector<Stage> buildStages(const Schedule& schedule, const LoopForms& forms);

} // namespace lz::schedule
