// Which dimension runs over the vector lanes: the cheaper choice by a count of instructions.
//
// A node runs once per point of the loops that it stands in, and the loop over the lanes has one
// point for 16 elements. An instruction counts 1, on one lane as on 16, and so does a load whose
// address moves by 0 or 1 a lane. Any other load is a gather, 20; a function 10; folding the lanes
// at the end of a row 8. An element of a short row (shortRowOf) that the lanes are over takes 4,
// its share of the shuffles.
//
//   sum over d1 of x[1000*d0 + d1], 64 rows
//     lanes over d0: 4 * 1000 * (gather + add)                  = 84000
//     lanes over d1: 64 * (63 * (load + add) + fold)            =  8576, row lanes
//
//   sum over d1 of e^(sum over d2 of (x[10*d0 + d2] - y[10*d1 + d2])^2),
//   d0 and d1 up to 1000, d2 up to 10
//     lanes over d0: 63 * 1000 * (10 * (load y, subtract, multiply, add) + e^ + add), and 63 * 10
//                    gathers of x outside the loop over d1: 3.2e6, grid lanes
//     lanes over d2: 1000 * 1000 * (2 loads, subtract, multiply, add, fold, e^, add) = 24e6
//
//   softmax of 1000 rows of 10, read as maximum over d2, sum over d3, and d1
//     lanes over d0: 63 * 10 * (3 loads of 4, maximum, 2 of subtract and e^, add, divide, store)
//                    = 25e3, grid lanes over short rows
//     lanes over d1, d2, d3: 1000 * (3 loads, ..., 2 folds) = 47e3
#include "fusion/BuildPlan.h"
#include "spec/Cost.h"
#include "spec/Identity.h"

#include <algorithm>
#include <cmath>

namespace lz::fusion {
namespace {

constexpr double kLanes = 16;
constexpr double kGather = 20, kScatter = 32, kFunction = 10, kFold = 8;
constexpr double kFoldTogether = 3; // a row, where 16 rows are folded together
constexpr double kTurn = 4;
// A shorter row is not worth lanes (emit/Reduce.cc).
constexpr int64_t kLeastRow = 4;

uint64_t bitsOf(absl::Span<const int32_t> dims) {
  uint64_t bits = 0;
  for (int32_t d : dims)
    bits |= uint64_t(1) << d;
  return bits;
}

bool goesThroughShortRows(const RegionPlan& plan, const IndexExpr& expr, int64_t size,
                          uint64_t lanes) {
  for (int32_t d = 0; d < int32_t(plan.dims.size()); ++d)
    if ((lanes >> d & 1) && expr.coefficient(d) > 1 && shortRowOf(plan, expr, size, d))
      return true;
  return false;
}

// Instructions of a plan when the dims in `lanes` run over vectors.
class InstructionCount {
public:
  InstructionCount(const RegionPlan& plan, const std::vector<uint64_t>& deps, uint64_t lanes)
      : plan_(plan), deps_(deps), lanes_(lanes) {
    for (size_t d = 0; d < plan.dims.size(); ++d)
      if (plan.dims[d].kind == DimKind::Grid)
        grid_ |= uint64_t(1) << d;
    if ((lanes & grid_) != 0)
      for (const PlanReduction& r : plan.reductions)
        if (readsRows(plan, r))
          rowDims_ |= uint64_t(1) << r.dims.back();
  }

  double total() const {
    double sum = 0;
    for (size_t i = 0; i < plan_.nodes.size(); ++i)
      if (deps_[i] != 0)
        sum += trips(loopsAround(deps_[i])) * ofNode(plan_.nodes[i], deps_[i]);
    for (const PlanReduction& r : plan_.reductions)
      sum += ofReduction(r);
    for (const PlanOutput& o : plan_.outputs)
      sum += trips(bitsOf(o.dims)) *
             (isRegular(o.expr, o.dynamic, lanes_)                            ? 1
              : isTurned(o.expr, plan_.outputSizes[size_t(o.buffer)], lanes_) ? kTurn
                                                                              : kScatter);
    return sum;
  }

private:
  // Inside a reduction of rows side by side the lanes are over the row.
  uint64_t lanesIn(uint64_t dims) const {
    return (dims & rowDims_) != 0 ? dims & rowDims_ : lanes_;
  }

  double trips(uint64_t dims) const {
    double n = 1;
    uint64_t lanes = lanesIn(dims);
    for (size_t d = 0; d < plan_.dims.size(); ++d) {
      double extent = double(plan_.dims[d].extent);
      if (dims >> d & 1)
        n *= lanes >> d & 1 ? std::ceil(extent / kLanes) : extent;
    }
    return n;
  }

  // All dims in whose loops a node runs: the grid, those it depends on, and those around a loop
  // of a reduction that it stands in. Reductions that are written out have no loops, so what does
  // not depend on the loops around them moves out of these.
  uint64_t loopsAround(uint64_t dims) const {
    for (size_t i = 0; i < plan_.nodes.size(); ++i) {
      if (plan_.nodes[i].kind != NodeKind::Reduce)
        continue;
      const PlanReduction& r = plan_.reductions[size_t(plan_.nodes[i].reduction)];
      if ((bitsOf(r.dims) & dims) != 0 && !isWrittenOut(plan_, r))
        dims |= deps_[i];
    }
    return dims | grid_;
  }

  double ofNode(const PlanNode& n, uint64_t deps) const {
    switch (n.kind) {
    case NodeKind::Load:
      if (isRegular(n.expr, n.dynamic, lanesIn(deps)))
        return 1;
      return n.mask < 0 && n.dynamic.empty() &&
                     isTurned(n.expr, plan_.inputSizes[size_t(n.input)], lanesIn(deps))
                 ? kTurn
                 : kGather;
    case NodeKind::Compute:
      return isFunction(opInfo(n.opcode)) ? kFunction : 1;
    default:
      return 0;
    }
  }

  double ofReduction(const PlanReduction& r) const {
    uint64_t inside = bitsOf(r.dims);
    for (NodeId operand : r.operands)
      inside |= deps_[size_t(operand)];
    double steps = double(r.body.nodes.size() - 2 * r.operands.size());
    double cost = trips(loopsAround(inside)) * steps;
    double results = trips(loopsAround(inside & ~bitsOf(r.dims)));
    if ((bitsOf(r.dims) & rowDims_) != 0)
      cost += results * kLanes * kFoldTogether * steps;
    if ((bitsOf(r.dims) & lanes_) != 0)
      cost += results * kFold * steps;
    return cost;
  }

  // Does the address move by 0 or 1 a lane, whichever dim the lanes are over?
  bool isRegular(const IndexExpr& expr, absl::Span<const DynamicTerm> dynamic,
                 uint64_t lanes) const {
    for (size_t d = 0; d < plan_.dims.size(); ++d) {
      if (!(lanes >> d & 1))
        continue;
      for (const DynamicTerm& t : dynamic)
        if (deps_[size_t(t.index)] >> d & 1)
          return false;
      if (expr.dependsOn(int32_t(d)) && (expr.coefficient(int32_t(d)) != 1 || !expr.isAffine()))
        return false;
    }
    return true;
  }

  bool isTurned(const IndexExpr& expr, int64_t size, uint64_t lanes) const {
    return plan_.shortRows && goesThroughShortRows(plan_, expr, size, lanes);
  }

  const RegionPlan& plan_;
  const std::vector<uint64_t>& deps_;
  uint64_t lanes_, grid_ = 0, rowDims_ = 0;
};

// The dims over lanes in a row plan: of nested reductions the innermost that is long enough, and
// inner output loops.
uint64_t rowLanes(const RegionPlan& plan, const std::vector<uint64_t>& deps) {
  auto longEnough = [&](const std::vector<int32_t>& dims) {
    return !dims.empty() && plan.dims[size_t(dims.back())].extent >= kLeastRow;
  };
  auto hasInner = [&](const PlanReduction& outer) {
    for (size_t i = 0; i < plan.nodes.size(); ++i)
      if (plan.nodes[i].kind == NodeKind::Reduce && (deps[i] & bitsOf(outer.dims)) != 0 &&
          longEnough(plan.reductions[size_t(plan.nodes[i].reduction)].dims))
        return true;
    return false;
  };
  uint64_t lanes = 0;
  for (const PlanReduction& r : plan.reductions)
    if (longEnough(r.dims) && !hasInner(r))
      lanes |= uint64_t(1) << r.dims.back();
  for (const PlanOutput& o : plan.outputs)
    if (!o.dims.empty() && plan.dims[size_t(o.dims.back())].kind == DimKind::Inner)
      lanes |= uint64_t(1) << o.dims.back();
  return lanes;
}

// The last dims of the reductions that are in no other one, if a vector may add up their points; 0:
// of one of them it may not.
uint64_t outerLanes(const RegionPlan& plan, const std::vector<uint64_t>& deps) {
  uint64_t lanes = 0;
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    if (plan.nodes[i].kind != NodeKind::Reduce || deps[i] != 0)
      continue;
    const PlanReduction& r = plan.reductions[size_t(plan.nodes[i].reduction)];
    const PlanNode& combiner = r.body.nodes[size_t(r.body.results[0])];
    if (r.dims.empty() || r.operands.size() != 1 || combiner.kind != NodeKind::Compute ||
        !identityOf(combiner.opcode, combiner.dtype))
      return 0;
    lanes |= uint64_t(1) << r.dims.back();
  }
  return lanes;
}

// With `lanes` as the dims over lanes: are there short rows, and all else is inside of them?
bool hasShortRows(const RegionPlan& plan, uint64_t lanes) {
  for (size_t d = 0; d < plan.dims.size(); ++d)
    if (plan.dims[d].kind != DimKind::Grid && !(lanes >> d & 1) &&
        plan.dims[d].extent > kLongestShortRow)
      return false;
  return !plan.reductions.empty() &&
         (std::any_of(plan.nodes.begin(), plan.nodes.end(),
                      [&](const PlanNode& n) {
                        return n.kind == NodeKind::Load && n.mask < 0 && n.dynamic.empty() &&
                               goesThroughShortRows(plan, n.expr, plan.inputSizes[size_t(n.input)],
                                                    lanes);
                      }) ||
          std::any_of(plan.outputs.begin(), plan.outputs.end(), [&](const PlanOutput& o) {
            return goesThroughShortRows(plan, o.expr, plan.outputSizes[size_t(o.buffer)], lanes);
          }));
}

// Lanes over the last grid dim, or without a grid over the outer reductions.
uint64_t lanesOverPoints(const RegionPlan& plan, const std::vector<uint64_t>& deps) {
  int32_t lastGrid = lastGridDim(plan);
  return lastGrid < 0 ? outerLanes(plan, deps) : uint64_t(1) << lastGrid;
}

} // namespace

void chooseLanes(RegionPlan& plan) {
  plan.lanes = LaneMode::Scalar;
  if (plan.sequential)
    return;
  std::vector<uint64_t> deps = dependencies(plan);
  uint64_t rows = rowLanes(plan, deps), points = lanesOverPoints(plan, deps);
  auto cost = [&](uint64_t lanes) { return InstructionCount(plan, deps, lanes).total(); };
  double costOfRows = cost(rows);
  plan.shortRows = points != rows && hasShortRows(plan, points);
  bool alongRows = rows != 0 && (points == 0 || costOfRows < cost(points));
  plan.shortRows &= !alongRows;
  if (lastGridDim(plan) < 0) {
    bool hasLanes = rows != 0 || plan.shortRows;
    plan.lanes = hasLanes ? LaneMode::RowLanes : LaneMode::Scalar;
    return;
  }
  if (alongRows) {
    plan.lanes = LaneMode::RowLanes;
    return;
  }
  plan.lanes = LaneMode::GridLanes;
  if (plan.hero == "reduce" && !plan.shortRows)
    plan.hero = "column";
}

} // namespace lz::fusion
