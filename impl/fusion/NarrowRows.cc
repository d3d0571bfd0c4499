// Rows of a few elements without a reduction: with lanes along them most would be empty, so they
// become inner loops and the lanes run over the rows (emit/ShortRows.cc), where that is cheaper.
//
//   e^s[d0] * x[3*d0 + d1], d1 below 3
//     lanes over d1: e^ and 2 more for 3 elements
//     lanes over d0: e^ and 3 * 4 more for 48 elements
#include "fusion/BuildPlan.h"
#include "fusion/Cost.h"

namespace lz::fusion {

void chooseNarrowRows(RegionPlan& plan, const CostTable& costs) {
  int32_t last = lastGridDim(plan);
  if (last < 1 || plan.lanes != LaneMode::GridLanes || !plan.reductions.empty() ||
      plan.dims[size_t(last)].extent > kLongestShortRow)
    return;
  RegionPlan byRows = plan;
  byRows.dims[size_t(last)].kind = DimKind::Inner;
  chooseLanes(byRows, costs);
  if (byRows.shortRows && isCheaper(costOf(byRows, costs), costOf(plan, costs)))
    plan = std::move(byRows);
}

} // namespace lz::fusion
