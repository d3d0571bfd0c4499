#include "schedule/ShortRows.h"

#include <algorithm>

namespace lz::schedule {

using region::IndexExpr;

// For example, in0[10*d0 + d1] with d1 below 10 is column d1 of the row that begins at 10*d0.
// in0[10*d0 + d1 + 20] is column d1 two rows later.
std::optional<ShortRow> shortRowOf(const region::RegionPlan& plan, const IndexExpr& expr,
                                   int64_t size, int32_t lanes) {
  int64_t length = expr.coefficient(lanes);
  if (length < 1 || length > kLongestShortRow || !expr.isAffine())
    return std::nullopt;
  std::vector<int64_t> extents = plan.extents();
  std::vector<IndexExpr> inRow;
  for (int32_t d = 0; d < int32_t(plan.dims.size()); ++d)
    inRow.push_back(d == lanes || plan.dims[size_t(d)].kind == region::DimKind::Grid
                        ? IndexExpr(0)
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

unsigned turnedWidth(DType dtype) {
  const unsigned bits = storageBits(dtype);
  return isFloat(dtype) ? std::max(32u, bits) : bits >= 32 ? bits : 0;
}

namespace {

// Returns whether the output has exactly one inner dim, whose points are the columns of its rows.
bool writesWholeRows(const region::RegionPlan& plan, const region::PlanOutput& output,
                     const ShortRow& row) {
  for (int32_t d : output.dims)
    if (plan.dims[size_t(d)].kind == region::DimKind::Inner)
      return plan.dims[size_t(d)].extent == row.length && row.column == IndexExpr::dim(d);
  return row.length == 1;
}

std::optional<ShortRow> shortRowOf(const region::RegionPlan& plan, const region::PlanNode& n,
                                   int32_t lanes) {
  if (n.kind != region::NodeKind::Load || n.mask >= 0 || !n.dynamic.empty() ||
      n.dtype == DType::Pred)
    return std::nullopt;
  return schedule::shortRowOf(plan, n.expr, plan.inputSizes[size_t(n.input)], lanes);
}

std::optional<ShortRow> shortRowOf(const region::RegionPlan& plan, const region::PlanOutput& o,
                                   int32_t lanes) {
  if (o.mask >= 0 || !o.dynamic.empty() || plan.outputTypes[size_t(o.buffer)] == DType::Pred)
    return std::nullopt;
  std::optional<ShortRow> row =
      schedule::shortRowOf(plan, o.expr, plan.outputSizes[size_t(o.buffer)], lanes);
  return row && writesWholeRows(plan, o, *row) ? row : std::nullopt;
}

// Returns the position of `rows` in `known`. If `rows` are new, adds them to `known`.
size_t numberOf(const TurnedRows& rows, std::vector<TurnedRows>& known) {
  auto same = std::find_if(known.begin(), known.end(), [&](const TurnedRows& r) {
    return r.buffer == rows.buffer && r.isOutput == rows.isOutput && r.first == rows.first;
  });
  if (same == known.end())
    same = known.insert(same, rows);
  return size_t(same - known.begin());
}

} // namespace

Turning turningOf(const region::RegionPlan& plan, absl::Span<const int32_t> laneDims) {
  Turning turning;
  auto add = [&](TurnedRows rows, TurnedAccess access) {
    if (rows.length == 1 && turnedWidth(rows.dtype) == 0)
      return; // rows of one element are already in the order of the lanes
    access.rows = numberOf(rows, turning.rows);
    turning.accesses.push_back(std::move(access));
  };
  for (int32_t lanes : laneDims) {
    for (size_t i = 0; i < plan.nodes.size(); ++i)
      if (auto row = shortRowOf(plan, plan.nodes[i], lanes))
        add({plan.nodes[i].input, false, plan.nodes[i].dtype, row->first, row->length},
            {lanes, region::NodeId(i), 0, 0, row->column});
    for (size_t i = 0; i < plan.outputs.size(); ++i)
      if (auto row = shortRowOf(plan, plan.outputs[i], lanes)) {
        int32_t buffer = plan.outputs[i].buffer;
        add({buffer, true, plan.outputTypes[size_t(buffer)], row->first, row->length},
            {lanes, -1, i, 0, row->column});
      }
  }
  return turning;
}

bool runsPointsTogether(const region::RegionPlan& plan, const Choice& choice) {
  return choice.shortRows && choice.lanes == LaneMode::GridLanes &&
         std::count_if(plan.dims.begin(), plan.dims.end(), [](const region::PlanDim& d) {
           return d.kind == region::DimKind::Grid;
         }) == 1;
}

} // namespace lz::schedule
