#include "fusion/RowPlan.h"

#include "schedule/ShortRows.h"

#include <algorithm>

namespace lz::fusion {
namespace {

bool mayRunInPieces(const schedule::ChosenPlan& chosen) {
  const region::RegionPlan& plan = chosen.plan;
  return !plan.scatters() && chosen.choice.tileDim < 0 &&
         std::all_of(
             plan.outputs.begin(), plan.outputs.end(),
             [](const region::PlanOutput& o) {
               return o.dynamic.empty() && o.mask < 0 && o.initial < 0;
             });
}

// Returns whether each access stays in the row of its point: the offset is row * (size / rows),
// plus an offset inside of the row.
bool isInRow(const region::RegionPlan& plan, int32_t rowDims, const region::IndexExpr& offset,
             int64_t size) {
  int64_t rows = 1;
  for (int32_t d = 0; d < rowDims; ++d)
    rows *= plan.dims[size_t(d)].extent;
  if (size % rows != 0)
    return false;
  int64_t length = size / rows, stride = length;
  std::vector<region::IndexExpr> inside;
  for (size_t d = 0; d < plan.dims.size(); ++d)
    inside.push_back(int32_t(d) < rowDims ? region::IndexExpr(0)
                                          : region::IndexExpr::dim(int32_t(d)));
  for (int32_t d = rowDims; d-- > 0; stride *= plan.dims[size_t(d)].extent)
    if (!isLinearIn(offset, d) || offset.coefficient(d) != stride)
      return false;
  std::vector<int64_t> extents = plan.extents();
  region::IndexExpr::Range range = offset.substitute(inside, extents).range(extents);
  return range.lo >= 0 && range.hi < length;
}

} // namespace

int32_t numRowDims(const schedule::ChosenPlan& chosen, int64_t rows) {
  if (rows < 2 || !mayRunInPieces(chosen))
    return -1;
  const region::RegionPlan& plan = chosen.plan;
  int64_t points = 1;
  int32_t dims = 0;
  // Grid dims come first in a plan.
  while (size_t(dims) < plan.dims.size() && plan.dims[size_t(dims)].kind == region::DimKind::Grid &&
         points < rows)
    points *= plan.dims[size_t(dims++)].extent;
  bool inLanes = chosen.choice.lanes == schedule::LaneMode::GridLanes && lastGridDim(plan) < dims &&
                 !runsPointsTogether(plan, chosen.choice);
  return points == rows && !inLanes ? dims : -1;
}

bool readsByRows(const region::RegionPlan& plan, int32_t rowDims, int32_t input) {
  return std::all_of(plan.nodes.begin(), plan.nodes.end(), [&](const region::PlanNode& n) {
    return n.kind != region::NodeKind::Load || n.input != input ||
           (n.dynamic.empty() && isInRow(plan, rowDims, n.expr, plan.inputSizes[size_t(input)]));
  });
}

bool writesByRows(const region::RegionPlan& plan, int32_t rowDims, int32_t output) {
  return std::all_of(plan.outputs.begin(), plan.outputs.end(), [&](const region::PlanOutput& o) {
    return o.buffer != output || isInRow(plan, rowDims, o.expr, plan.outputSizes[size_t(output)]);
  });
}

} // namespace lz::fusion
