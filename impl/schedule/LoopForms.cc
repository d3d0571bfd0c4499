#include "schedule/LoopForms.h"

#include "base/Checked.h"
#include "schedule/ReadsRows.h"
#include "schedule/ShortRows.h"

#include <algorithm>

namespace lz::schedule {
namespace {

// With half or twice this value, all plans of the bench's 258 programs stay the same.
constexpr int64_t kFewPoints = 16;

// Returns the number of points of `dims`, or kMostCopies + 1 if there are more than kMostCopies.
int64_t copiesOf(const region::RegionPlan& plan, absl::Span<const int32_t> dims) {
  int64_t points = 1;
  for (int32_t d : dims)
    points = productUpTo(points, plan.dims[size_t(d)].extent, kMostCopies + 1);
  return points;
}

bool isShort(const region::RegionPlan& plan, const Choice& choice,
             const std::vector<uint64_t>& deps, const region::PlanReduction& reduction) {
  // With half or twice this value, all plans of the bench's 258 programs stay the same.
  constexpr int64_t kMostNodes = 128;
  int64_t points = copiesOf(plan, reduction.dims), inside = 0;
  // If several loops over the columns were unrolled, all values that these loops share would have
  // to stay in registers.
  if (choice.shortRows && points > kFewColumns && plan.reductions.size() > 1)
    return false;
  if (points <= kFewPoints || points > kMostCopies)
    return points <= kFewPoints;
  uint64_t bits = region::bitsOf(reduction.dims);
  for (uint64_t dims : deps)
    inside += (dims & bits) != 0;
  return inside * points <= kMostNodes;
}

// Returns the number of outer dims of the reduction that must be loops. In these loops, conditions
// of loads are tested, because they are the same in all lanes. If the last dim has few points, it
// need not be a loop, since the outcomes of its tests fit into registers.
size_t loopsWithTests(const region::RegionPlan& plan, const std::vector<uint64_t>& deps,
                      const region::PlanReduction& reduction) {
  // With a value of 4 or 16, cumsum-gradient-columns of the bench takes the same time (Zen 5).
  constexpr int64_t kMostTests = 8;
  uint64_t tested = 0;
  for (const region::PlanNode& n : plan.nodes)
    for (region::NodeId id : n.kind == region::NodeKind::Load ? conditionsOf(plan, n.mask)
                                                              : std::vector<region::NodeId>())
      if (uint64_t dims = deps[size_t(id)]; (dims >> lastGridDim(plan) & 1) == 0)
        tested |= dims;
  size_t loops = reduction.dims.size();
  if (loops > 0 && plan.dims[size_t(reduction.dims.back())].extent <= kMostTests)
    --loops;
  while (loops > 0 && (tested >> reduction.dims[loops - 1] & 1) == 0)
    --loops;
  return loops;
}

// Returns how many of the reduction's last dims are unrolled. Usually either all dims of the
// reduction are unrolled, or none. There is an exception for windows with padding: if at each point
// all lanes are inside or all lanes are outside, only the last dim is unrolled. So 3 x 3 taps
// become a loop over three rows, with a test and three taps. Nine copies would need nine registers
// for the outcomes of tests. `deps` is dependencies(plan).
size_t dimsWrittenOut(const region::RegionPlan& plan, const Choice& choice,
                      const std::vector<uint64_t>& deps, const region::PlanReduction& reduction) {
  absl::Span<const int32_t> dims(reduction.dims);
  if (copiesOf(plan, dims) > kMostCopies && copiesOf(plan, dims.last(1)) > kMostCopies)
    return 0; // there are too many points in any case
  bool hasGridLanes = choice.lanes == LaneMode::GridLanes;
  size_t all = reduction.dims.size(),
         loops = hasGridLanes ? loopsWithTests(plan, deps, reduction) : 0;
  if (loops == 0)
    return isShort(plan, choice, deps, reduction) ? all : 0;
  absl::Span<const int32_t> rest(reduction.dims.data() + loops, all - loops);
  int64_t copies = copiesOf(plan, rest) * int64_t(reduction.operands.size());
  return copies <= kFewPoints ? all - loops : 0;
}

} // namespace

LoopForms::LoopForms(const region::RegionPlan& plan, const Choice& choice)
    : deps(dependencies(plan)), kept(keptRows(plan, choice, deps)),
      runsPointsTogether(schedule::runsPointsTogether(plan, choice)) {
  if (choice.lanes == LaneMode::GridLanes && plan.dimsOf(region::DimKind::Ordered) != 0)
    perUpdate = uint64_t(1) << lastGridDim(plan);
  for (const region::PlanReduction& r : plan.reductions) {
    writtenOut.push_back(dimsWrittenOut(plan, choice, deps, r));
    isWrittenOut.push_back(writtenOut.back() == r.dims.size());
    readsRows.push_back(choice.lanes == LaneMode::GridLanes && !choice.shortRows &&
                        !isWrittenOut.back() && lz::schedule::readsRows(plan, deps, r));
  }
}

} // namespace lz::schedule
