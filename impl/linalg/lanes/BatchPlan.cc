#include "linalg/lanes/BatchPlan.h"

#include "absl/strings/str_cat.h"

namespace lz::linalg {

BatchPlan planBatch(int64_t matrices, const MatrixNeeds& one, int64_t lanes,
                    const std::optional<LaneNeeds>& group) {
  BatchPlan plan{matrices, one};
  if (!group)
    return plan;
  plan.lanes = lanes;
  plan.group = *group;
  plan.isInLanes =
      plan.nsInLanes() < plan.nsOneByOne() && group->nsToCancel <= ThreadPool::kPieceNs;
  return plan;
}

std::string print(const BatchPlan& plan) {
  return plan.isInLanes ? absl::StrCat(plan.lanes, " at a time in lanes") : "one by one";
}

std::string explain(const BatchPlan& plan) {
  if (!plan.isInLanes)
    return absl::StrCat(plan.matrices, " matrices, one by one, each ", int64_t(plan.one.ns),
                        " ns on one thread");
  return absl::StrCat(plan.matrices, " matrices, ", print(plan), ": ", plan.groups(), " groups of ",
                      int64_t(plan.group.ns), " ns; one by one each would take ",
                      int64_t(plan.one.ns), " ns");
}

} // namespace lz::linalg
