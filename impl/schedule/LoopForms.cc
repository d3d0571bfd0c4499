#include "schedule/LoopForms.h"

#include "schedule/ReadsRows.h"
#include "schedule/ShortRows.h"
#include "schedule/WrittenOut.h"

namespace lz {

LoopForms::LoopForms(const RegionPlan& plan, const Choice& choice)
    : deps(dependencies(plan)), kept(keptRows(plan, choice, deps)),
      runsPointsTogether(lz::runsPointsTogether(plan, choice)) {
  for (const PlanReduction& r : plan.reductions) {
    writtenOut.push_back(dimsWrittenOut(plan, choice, deps, r));
    isWrittenOut.push_back(writtenOut.back() == r.dims.size());
    readsRows.push_back(choice.lanes == LaneMode::GridLanes && !choice.shortRows &&
                        !isWrittenOut.back() && lz::readsRows(plan, deps, r));
  }
}

} // namespace lz
