// Loops of few points that are copies of their body instead.
#pragma once

#include "schedule/Choice.h"

namespace lz {

// Reductions of few points are written out, point after point, instead of looping: a window, the
// coordinates of a point in space. At most kMostCopies copies of the same code by nested ones
// together.
inline constexpr int64_t kMostCopies = 32;
// So many of the reduction's last dims are written out: all or none, but of a window with padding
// only the last one, where the lanes are inside or outside together. 3 x 3 taps are a loop over
// three rows with three taps in it, and a test for each; nine copies would need a register each for
// the outcomes. `deps`: of the plan.
size_t dimsWrittenOut(const RegionPlan& plan, const Choice& choice,
                      const std::vector<uint64_t>& deps, const PlanReduction& reduction);

} // namespace lz
