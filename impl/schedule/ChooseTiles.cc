// Chooses the grid dimension that forms square tiles with the lanes. Most loads that are not
// contiguous along the lanes are contiguous along this dimension.
//
//   out[32768*d0 + d1] = in0[384*d1 + d0] + in1[d0]     in0 is transposed: tiles over d0
//
// Tiles save time only if they are complete. If the dim has fewer points than a vector has lanes,
// the loads stay gathers.
#include "schedule/Choose.h"

#include <algorithm>

namespace lz::schedule {
namespace {

bool isTransposedAlong(const region::RegionPlan& plan, const region::PlanNode& n, int32_t d) {
  int32_t lanes = lastGridDim(plan);
  return n.kind == region::NodeKind::Load && n.mask < 0 && n.dynamic.empty() && d != lanes &&
         n.expr.coefficient(d) == 1 && isLinearIn(n.expr, d) && isLinearIn(n.expr, lanes) &&
         n.expr.coefficient(lanes) > 1;
}

} // namespace

bool isTransposed(const region::RegionPlan& plan, const Choice& choice, const region::PlanNode& n) {
  return choice.tileDim >= 0 && isTransposedAlong(plan, n, choice.tileDim);
}

void chooseTiles(const region::RegionPlan& plan, Choice& choice) {
  // With a value of 32, inverse-batch-16 of the bench takes 1.06 times as long (Zen 5).
  constexpr int64_t kLeastExtent = 16;
  choice.tileDim = -1;
  auto isLong = [&](size_t d) { return plan.dims[d].extent >= kLeastExtent; };
  if (choice.lanes != LaneMode::GridLanes || choice.shortRows || !plan.reductions.empty() ||
      !isLong(size_t(lastGridDim(plan))))
    return;
  int64_t most = 0;
  for (size_t d = 0; d < plan.dims.size(); ++d) {
    if (plan.dims[d].kind != region::DimKind::Grid || !isLong(d))
      continue;
    int64_t loads =
        std::count_if(plan.nodes.begin(), plan.nodes.end(), [&](const region::PlanNode& n) {
          return isTransposedAlong(plan, n, int32_t(d));
        });
    if (loads <= most)
      continue;
    most = loads;
    choice.tileDim = int32_t(d);
  }
}

} // namespace lz::schedule
