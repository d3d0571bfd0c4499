#include "schedule/Schedule.h"

#include "schedule/BuildStages.h"
#include "schedule/Choose.h"

#include <algorithm>

namespace lz::schedule {
static bool divides(const region::RegionPlan& plan) {
  return std::any_of(plan.nodes.begin(), plan.nodes.end(), [&](const region::PlanNode& n) {
    return n.kind == region::NodeKind::Compute && n.opcode == Opcode::Divide && isFloat(n.dtype) &&
           plan.nodes[size_t(n.operands[1])].kind != region::NodeKind::Constant;
  });
}

static Reciprocals reciprocalsOf(const region::RegionPlan& plan, const Choice& choice,
                                 const VectorTarget& target) {
  const bool hasRows = choice.lanes == LaneMode::RowLanes || choice.shortRows,
             isTable = plan.block() > 0;
  if (target.strict || !(hasRows || isTable) || !divides(plan))
    return Reciprocals::None;
  return choice.shortRows || isTable ? Reciprocals::OfVectors : Reciprocals::OfScalars;
}

static std::vector<int32_t> laneDimsOf(const Schedule& s) {
  std::vector<int32_t> dims;
  if (s.choice.lanes == LaneMode::GridLanes)
    dims.push_back(s.gridDims.back());
  for (const Stage& stage : s.stages)
    if (stage.kind == StageKind::LaneReduction)
      dims.push_back(stage.loops.back().dim);
  return dims;
}

Schedule::Schedule(const region::RegionPlan& plan, const Choice& choice, const VectorTarget& target)
    : plan(plan), choice(choice), target(target), registerLanes(lanesOfRegister(plan, target)),
      gridDims(gridDimsOf(plan)), reciprocals(reciprocalsOf(plan, choice, target)) {
  LoopForms forms(plan, choice);
  deps = forms.deps;
  lanes = lanesOfVector(plan, choice, forms, target);
  grid = gridOf(plan, choice, forms, target);
  ranges = Ranges(plan, choice, lanes);
  for (const region::PlanNode& n : plan.nodes)
    isTransposed.push_back(schedule::isTransposed(plan, choice, n));
  stages = buildStages(*this, forms);
  if (choice.shortRows && lanes > 1)
    turning = turningOf(plan, laneDimsOf(*this));
}

bool Schedule::passesCaches() const {
  return std::any_of(stages.begin(), stages.end(), [](const Stage& stage) {
    return std::any_of(stage.streaming.begin(), stage.streaming.end(),
                       [](Streaming how) { return how != Streaming::None; });
  });
}

int fewestColumns(int lanes, unsigned width) {
  return width < 32 ? lanes : std::min(lanes, int(256 / width));
}

bool comesFromFar(const region::RegionPlan& plan, const region::PlanNode& load) {
  // With half of this size, tail-batch-8 of the bench takes the same time. With twice this size,
  // gate-512 takes the same time (Zen 5).
  constexpr int64_t kLeastBytes = 1 << 20;
  return plan.inputSizes[size_t(load.input)] * int64_t(byteSize(load.dtype)) >= kLeastBytes;
}

} // namespace lz::schedule
