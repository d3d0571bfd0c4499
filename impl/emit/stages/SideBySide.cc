// Emits rows side by side: a reduction along rows inside of another reduction, where each grid lane
// has its own row (schedule/ReadsRows.h). Gathering one element from each of 16 rows would cost as
// much as 16 loads. Instead the lanes first run along each row. Then the partial sums of 16 rows
// are folded into one vector with a lane for each row.
//
//   sum over d1 of f(sum over d2 of (x[784*d0 + d2] - y[784*d1 + d2])^2), 16 lanes over d0
//     for d1 = 0, 4, ...:                                    4 points of the outer reduction
//       for rows r = 0, 4, 8, 12:
//         for d2 = 0, 16, ..., 768: 16 sums, of 4 rows and 4 points: 8 loads for 16 differences
//                                   and 16 multiply-adds
//         the sums of 4 rows become one vector: even lanes + odd lanes of two at a time, twice
//       the same with the vectors of 4 groups: lane r is the sum of row r
//       f of this vector, and of those of the next 3 points
//
// If the outer reduction has fewer points left, they are computed one at a time, with more rows at
// once. The order of the additions of a row does not depend on its lane.
#include "emit/stages/SideBySide.h"

#include "emit/elementwise/EmitElementwise.h"
#include "emit/kernel/Loads.h"
#include "emit/kernel/Values.h"
#include "emit/stages/Accumulate.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <deque>

namespace lz::emit {

using mlir::Value;

// Returns every second lane of x, beginning with lane `first`, followed by the same lanes of y.
static Value everySecond(LaneBuilder& b, Value x, Value y, int first) {
  llvm::SmallVector<int64_t> picked;
  for (int lane = first; lane < 2 * LaneBuilder::lanesOf(x); lane += 2)
    picked.push_back(lane);
  return b.builder().create<mlir::vector::ShuffleOp>(b.loc(), x, y, picked);
}

// Prefetches rows of the next points. While one group of rows is computed, the row of one of the
// next points is prefetched. So all of these rows are in the cache when the next points are
// computed.
static void fetchAhead(KernelContext& k, const region::PlanReduction& reduction, int32_t rowDim,
                       int64_t points, Scope& point, Scope& at) {
  k.focus(at);
  Scope ahead(at, at.at);
  for (int32_t d = 0; d < int32_t(k.plan.dims.size()); ++d)
    if (point.own >> d & 1)
      ahead.bind(d, {k.b.addi(point.dims[size_t(d)].value,
                              k.b.intLike(point.dims[size_t(d)].value, points))});
  for (const region::PlanNode& n : k.plan.nodes) {
    bool isOfPoints = n.kind == region::NodeKind::Load && n.dynamic.empty() &&
                      n.expr.dependsOn(reduction.dims.back()) && !n.expr.dependsOn(rowDim);
    if (!isOfPoints)
      continue;
    prefetch(k, n, k.index.scalar(n.expr, ahead));
  }
}

// Returns the sums of rows first..first+rows-1 as [point][row][component]. Each sum is a vector of
// partial sums, because the lanes run along the row.
static StatusOr<Values> emitRowGroup(KernelContext& k, const schedule::Stage& stage, int first,
                                     int rows, Scope& around, absl::Span<Scope* const> points) {
  const region::PlanReduction& reduction = k.reductionOf(stage);
  const std::vector<Literal>& identities = stage.partials->identities;
  size_t components = identities.size();
  int32_t rowDim = around.laneDim;
  BoundDim base = around.dims[size_t(rowDim)];
  k.focus(around);
  Values start;
  for (size_t i = 0; i < points.size() * size_t(rows); ++i)
    for (const Literal& identity : identities)
      start.push_back(k.b.splat(k.b.constant(identity), k.lanes));
  // Rows beyond the end belong to masked lanes, so their sums have no effect. If all rows of the
  // group are beyond the end, nothing is computed. Otherwise these rows repeat the last row.
  if (!base.value && base.constant + first >= k.extent(rowDim))
    return start;
  auto bindRow = [&](Scope& row, int r) {
    if (base.value)
      row.bind(rowDim, {k.b.addi(base.value, k.b.intLike(base.value, first + r))});
    else
      row.bind(rowDim, {{}, std::min(base.constant + first + r, k.extent(rowDim) - 1)});
  };
  auto vectors = [&](Scope& at, const Values& sums) -> StatusOr<Values> {
    Values next;
    if (points.size() > 1 && size_t(first / rows) < points.size())
      fetchAhead(k, reduction, rowDim, int64_t(points.size()), *points[size_t(first / rows)], at);
    for (Scope* point : points) {
      k.focus(at);
      Scope pair(at, at.at);
      for (int32_t d = 0; point != &around && d < int32_t(k.plan.dims.size()); ++d)
        if (point->own >> d & 1)
          pair.bind(d, point->dims[size_t(d)]);
      for (int r = 0; r < rows; ++r) {
        Scope row(pair, pair.at);
        k.focus(at);
        bindRow(row, r);
        auto begin = sums.begin() + int64_t(next.size());
        Values before(begin, begin + int64_t(components));
        LZ_ASSIGN_OR_RETURN(Values after, step(k, reduction, row, before, /*vectorResult=*/true));
        for (size_t c = 0; c < components; ++c)
          next.push_back(at.laneMask ? k.b.select(at.laneMask, after[c], before[c]) : after[c]);
      }
    }
    return next;
  };
  return emitNest(k, stage, stage.loops, around, start, vectors);
}

// Folds vectors of partial sums into one vector. For two rows a and b, it adds the even lanes of
// each row to its odd lanes. The lower half of the result belongs to a, and the upper half belongs
// to b.
static StatusOr<std::vector<Values>>
foldRows(KernelContext& k, const region::PlanReduction& reduction, std::vector<Values> rows) {
  while (rows.size() > 1) {
    std::vector<Values> next;
    for (size_t i = 0; i < rows.size(); i += 2) {
      Values args;
      for (int odd : {0, 1})
        for (size_t c = 0; c < rows[i].size(); ++c)
          args.push_back(everySecond(k.b, rows[i][c], rows[i + 1][c], odd));
      LZ_ASSIGN_OR_RETURN(Values folded, emitBody(k.b, reduction.body, args));
      next.push_back(std::move(folded));
    }
    rows = std::move(next);
  }
  return rows;
}

// Computes the results of the reduction at `points`. These are scopes inside of `around`, or only
// `around`.
static Status reduceRowsAt(KernelContext& k, const schedule::Stage& stage, Scope& around,
                           absl::Span<Scope* const> points) {
  LoopsOf loops(k, &stage);
  const region::PlanReduction& reduction = k.reductionOf(stage);
  size_t components = reduction.operands.size();
  int rows = points.size() > 1 ? stage.rowsOfPoints : stage.rowsOfPoint;
  std::vector<std::vector<Values>> groups(points.size()); // [point][group][component]
  for (int first = 0; first < k.lanes; first += rows) {
    LZ_ASSIGN_OR_RETURN(Values sums, emitRowGroup(k, stage, first, rows, around, points));
    for (size_t p = 0; p < points.size(); ++p) {
      std::vector<Values> ofPoint;
      for (int r = 0; r < rows; ++r) {
        auto begin = sums.begin() + int64_t((p * size_t(rows) + size_t(r)) * components);
        ofPoint.emplace_back(begin, begin + int64_t(components));
      }
      k.focus(around);
      LZ_ASSIGN_OR_RETURN(std::vector<Values> folded, foldRows(k, reduction, std::move(ofPoint)));
      groups[p].push_back(std::move(folded[0]));
    }
  }
  for (size_t p = 0; p < points.size(); ++p) {
    Values args;
    for (region::NodeId init : reduction.inits) {
      LZ_ASSIGN_OR_RETURN(Value value, emitWide(k, init, *points[p]));
      args.push_back(value);
    }
    k.focus(around);
    LZ_ASSIGN_OR_RETURN(std::vector<Values> folded, foldRows(k, reduction, std::move(groups[p])));
    args.insert(args.end(), folded[0].begin(), folded[0].end());
    LZ_ASSIGN_OR_RETURN(points[p]->reductions[stage.reduction],
                        emitBody(k.b, reduction.body, args));
  }
  return okStatus();
}

Status emitSideBySide(Stages& s, const schedule::Stage& stage, Scope& scope) {
  return reduceRowsAt(s.k, stage, scope, {&scope});
}

StatusOr<Values> emitPointsTogether(KernelContext& k, const schedule::Stage& around, Scope& scope,
                                    Values carried, LoopBody body) {
  auto [dim, form, together] = around.loops.back();
  const schedule::Stage& rows = k.schedule.stages[*around.together];
  int64_t whole = k.extent(dim) / together * together;
  auto loop = [&, dim = dim](int64_t lower, int64_t upper, int64_t count) -> Status {
    auto points = [&](Scope& child, Value first, Values values) -> StatusOr<Values> {
      std::deque<Scope> scopes;
      std::vector<Scope*> pointers;
      k.focus(child);
      for (int64_t p = 0; p < count; ++p) {
        Scope& point = scopes.emplace_back(child, child.at);
        point.stage = &around;
        point.bind(dim, {p == 0 ? first : k.b.addi(first, k.b.intLike(first, p))});
        pointers.push_back(&point);
      }
      LZ_RETURN_IF_ERROR(reduceRowsAt(k, rows, child, pointers));
      for (Scope& point : scopes) {
        LZ_ASSIGN_OR_RETURN(values, body(point, values));
      }
      return values;
    };
    LZ_ASSIGN_OR_RETURN(carried,
                        emitFor(k, scope, {{}, lower}, {{}, upper}, count, carried, points));
    return okStatus();
  };
  if (whole > 0)
    LZ_RETURN_IF_ERROR(loop(0, whole, together));
  if (whole < k.extent(dim))
    LZ_RETURN_IF_ERROR(loop(whole, k.extent(dim), 1));
  return carried;
}

} // namespace lz::emit
