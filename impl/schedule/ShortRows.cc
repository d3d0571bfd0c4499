#include "schedule/ShortRows.h"

#include <algorithm>

namespace lz {

// in0[10*d0 + d1] with d1 below 10: row 10*d0, column d1. Of in0[10*d0 + d1 + 20] the row is the
// third one.
std::optional<ShortRow> shortRowOf(const RegionPlan& plan, const IndexExpr& expr, int64_t size,
                                   int32_t lanes) {
  int64_t length = expr.coefficient(lanes);
  if (length < 1 || length > kLongestShortRow || !expr.isAffine())
    return std::nullopt;
  std::vector<int64_t> extents = plan.extents();
  std::vector<IndexExpr> inRow;
  for (int32_t d = 0; d < int32_t(plan.dims.size()); ++d)
    inRow.push_back(d == lanes || plan.dims[size_t(d)].kind == DimKind::Grid ? IndexExpr(0)
                                                                             : IndexExpr::dim(d));
  IndexExpr column = expr.substitute(inRow, extents);
  IndexExpr::Range columns = column.range(extents);
  if (columns.lo < 0 || columns.lo / length != columns.hi / length)
    return std::nullopt;
  int64_t skipped = columns.lo / length * length;
  ShortRow row{length, expr + column * -1 + IndexExpr(skipped), column + IndexExpr(-skipped)};
  IndexExpr::Range rows = row.first.range(extents);
  if (rows.lo < 0 || rows.hi + length > size)
    return std::nullopt;
  return row;
}

bool runsPointsTogether(const RegionPlan& plan, const Choice& choice) {
  return choice.shortRows && choice.lanes == LaneMode::GridLanes &&
         std::count_if(plan.dims.begin(), plan.dims.end(),
                       [](const PlanDim& d) { return d.kind == DimKind::Grid; }) == 1;
}

} // namespace lz
