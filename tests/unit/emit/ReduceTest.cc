#include "PlanTesting.h"

#include <array>
#include <cmath>

namespace lz::testing {
using region::IndexExpr;
using region::NodeId;
using schedule::LaneMode;

namespace {

constexpr region::DimKind kReduction = region::DimKind::Reduction, kInner = region::DimKind::Inner;
const std::vector<int64_t> kSizes = {1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 64, 70};

// sum over d1 of x[n*d0 + d1]
schedule::ChosenPlan rowSum(LaneMode lanes, DType dtype, int64_t rows, int64_t n, Opcode combiner,
                            double init) {
  PlanBuilder b(lanes);
  IndexExpr d0 = b.dim(rows), d1 = b.dim(n, kReduction);
  NodeId x = b.load(b.input(dtype, rows * n), d0 * n + d1);
  NodeId sum = b.reduce(combiner, x, b.constant(dtype, init), {1});
  b.store(sum, dtype, rows, d0, {0});
  return b;
}

TEST(Reduce, RowsInEveryLaneMode) {
  for (LaneMode lanes : {LaneMode::Scalar, LaneMode::RowLanes, LaneMode::GridLanes})
    for (int64_t n : kSizes) {
      expectPlanRuns(rowSum(lanes, DType::S32, 5, n, Opcode::Add, 7),
                     {sampleArray(DType::S32, 5 * n)});
      expectPlanRuns(rowSum(lanes, DType::F32, 3, n, Opcode::Maximum, -INFINITY),
                     {sampleArray(DType::F32, 3 * n)});
    }
}

TEST(Reduce, SumsAreInFixedOrderWithinRounding) {
  for (int64_t n : kSizes)
    expectPlanRuns(rowSum(LaneMode::RowLanes, DType::F64, 3, n, Opcode::Add, 0.5),
                   {sampleArray(DType::F64, 3 * n)}, 4096);
  expectPlanRuns(rowSum(LaneMode::GridLanes, DType::F64, 19, 33, Opcode::Add, 0.5),
                 {sampleArray(DType::F64, 19 * 33)});
}

TEST(Reduce, KnownCombinersOnEveryType) {
  for (DType dtype : {DType::S8, DType::U8, DType::S16, DType::U32, DType::S64, DType::U64})
    for (Opcode op : {Opcode::Add, Opcode::Multiply, Opcode::Maximum, Opcode::Minimum, Opcode::And,
                      Opcode::Or, Opcode::Xor})
      expectPlanRuns(rowSum(LaneMode::RowLanes, dtype, 2, 37, op, 5), {sampleArray(dtype, 2 * 37)});
  for (Opcode op : {Opcode::And, Opcode::Or})
    expectPlanRuns(rowSum(LaneMode::RowLanes, DType::Pred, 3, 37, op, op == Opcode::And),
                   {sampleArray(DType::Pred, 3 * 37)});
}

TEST(Reduce, NothingToReduceGivesTheInitialValue) {
  for (LaneMode lanes : {LaneMode::Scalar, LaneMode::RowLanes, LaneMode::GridLanes})
    expectPlanRuns(rowSum(lanes, DType::F32, 5, 0, Opcode::Add, 2), {sampleArray(DType::F32, 0)});
  expectPlanRuns(rowSum(LaneMode::GridLanes, DType::F32, 0, 5, Opcode::Add, 2),
                 {sampleArray(DType::F32, 0)});
}

TEST(Reduce, NotANumberWins) {
  Literal x = sampleArray(DType::F32, 3 * 20);
  x.mutableAs<float>()[4] = NAN;
  x.mutableAs<float>()[59] = NAN;
  for (LaneMode lanes : {LaneMode::RowLanes, LaneMode::GridLanes})
    for (Opcode op : {Opcode::Maximum, Opcode::Minimum})
      expectPlanRuns(rowSum(lanes, DType::F32, 3, 20, op, 0), {x});
}

// sum over d0 of x[n*d0 + d1], the family "column".
TEST(Reduce, Columns) {
  for (int64_t n : kSizes) {
    PlanBuilder b(LaneMode::GridLanes);
    IndexExpr d0 = b.dim(n), d1 = b.dim(40, kReduction);
    NodeId x = b.load(b.input(DType::F32, 40 * n), d1 * n + d0);
    b.store(b.reduce(Opcode::Add, x, b.constant(DType::F32, 0), {1}), DType::F32, n, d0, {0});
    expectPlanRuns(b, {sampleArray(DType::F32, 40 * n)});
  }
}

// The sums of a large matrix are kept in memory. Units have whole pages, except for one with the
// remaining columns, and blocks of rows are followed by the remaining rows.
TEST(Reduce, ColumnsOfALargeMatrix) {
  for (auto [n, outer, rows] :
       {std::array<int64_t, 3>{1031, 1, 261}, {4100, 2, 33}, {256, 1, 1024}}) {
    int64_t size = n * outer * rows;
    PlanBuilder b(LaneMode::GridLanes);
    IndexExpr d0 = b.dim(n), d1 = b.dim(outer, kReduction), d2 = b.dim(rows, kReduction);
    NodeId x = b.load(b.input(DType::F32, size), (d2 * outer + d1) * n + d0);
    NodeId w = b.load(b.input(DType::F32, rows), d2);
    NodeId sum = b.reduce(Opcode::Add, b.compute(Opcode::Multiply, DType::F32, {x, w}),
                          b.constant(DType::F32, 0.5), {1, 2});
    b.store(b.compute(Opcode::Subtract, DType::F32, {sum, b.load(b.input(DType::F32, n), d0)}),
            DType::F32, n, d0, {0});
    expectPlanRuns(
        b,
        {sampleArray(DType::F32, size), sampleArray(DType::F32, rows), sampleArray(DType::F32, n)},
        4096);
  }
}

// A softmax down the columns: the first loop over the rows computes maxima, the second loop uses
// them, and a third loop writes rows.
TEST(Reduce, ColumnsOfALargeMatrixInSeveralLoops) {
  for (DType dtype : {DType::F32, DType::F64}) {
    const int64_t n = 267, rows = (1 << 20) / (n * int64_t(byteSize(dtype))) + 1;
    PlanBuilder b(LaneMode::GridLanes);
    IndexExpr d0 = b.dim(n), d1 = b.dim(rows, kReduction), d2 = b.dim(rows, kReduction),
              d3 = b.dim(rows, kInner);
    int32_t in = b.input(dtype, n * rows);
    NodeId most =
        b.reduce(Opcode::Maximum, b.load(in, d1 * n + d0), b.constant(dtype, -INFINITY), {1});
    auto above = [&](IndexExpr row) {
      return b.compute(Opcode::Subtract, dtype, {b.load(in, row * n + d0), most});
    };
    NodeId sum = b.reduce(Opcode::Add, above(d2), b.constant(dtype, 0.5), {2});
    b.store(sum, dtype, n, d0, {0});
    b.store(above(d3), dtype, n * rows, d3 * n + d0, {0, 3});
    expectPlanRuns(b, {sampleArray(dtype, n * rows)}, 4096);
  }
}

TEST(Reduce, ColumnsOfALargeMatrixOfEveryType) {
  for (DType dtype : {DType::Pred, DType::S8, DType::S64, DType::BF16}) {
    const int64_t n = 263, rows = (1 << 20) / (n * int64_t(byteSize(dtype))) + 1;
    PlanBuilder b(LaneMode::GridLanes);
    IndexExpr d0 = b.dim(n), d1 = b.dim(rows, kReduction);
    NodeId x = b.load(b.input(dtype, n * rows), d1 * n + d0);
    Opcode combiner = dtype == DType::Pred ? Opcode::Or : Opcode::Maximum;
    b.store(b.reduce(combiner, x, b.constant(dtype, 0), {1}), dtype, n, d0, {0});
    expectPlanRuns(b, {sampleArray(dtype, n * rows)});
  }
}

// One plan has two reduced dims around a kept one. Another plan reduces a whole array.
TEST(Reduce, SeveralDims) {
  for (LaneMode lanes : {LaneMode::Scalar, LaneMode::RowLanes, LaneMode::GridLanes}) {
    PlanBuilder b(lanes);
    IndexExpr d0 = b.dim(5), d1 = b.dim(3, kReduction), d2 = b.dim(19, kReduction);
    NodeId x = b.load(b.input(DType::S32, 3 * 5 * 19), d1 * 95 + d0 * 19 + d2);
    b.store(b.reduce(Opcode::Add, x, b.constant(DType::S32, 1), {1, 2}), DType::S32, 5, d0, {0});
    expectPlanRuns(b, {sampleArray(DType::S32, 3 * 5 * 19)});
  }
  PlanBuilder b(LaneMode::RowLanes);
  IndexExpr d0 = b.dim(1001, kReduction);
  NodeId x = b.load(b.input(DType::S32, 1001), d0);
  b.store(b.reduce(Opcode::Add, x, b.constant(DType::S32, 1), {0}), DType::S32, 1, IndexExpr(0),
          {});
  expectPlanRuns(b, {sampleArray(DType::S32, 1001)});
}

TEST(Reduce, OfNoDimsTakesOnePoint) {
  PlanBuilder b(LaneMode::GridLanes);
  IndexExpr d0 = b.dim(20);
  NodeId x = b.load(b.input(DType::S32, 20), d0);
  b.store(b.reduce(Opcode::Add, x, b.constant(DType::S32, 5), {}), DType::S32, 20, d0, {0});
  expectPlanRuns(b, {sampleArray(DType::S32, 20)});
}

// The softmax of RegionPlan.h: two reductions and an inner loop over one row.
schedule::ChosenPlan softmax(LaneMode lanes, int64_t rows, int64_t n) {
  PlanBuilder b(lanes);
  DType f32 = DType::F32;
  IndexExpr d0 = b.dim(rows), d1 = b.dim(n, kReduction), d2 = b.dim(n, kReduction),
            d3 = b.dim(n, kInner);
  int32_t in = b.input(f32, rows * n);
  auto exponential = [&](const IndexExpr& column, NodeId most) {
    NodeId x = b.load(in, d0 * n + column);
    return b.compute(Opcode::Exponential, f32, {b.compute(Opcode::Subtract, f32, {x, most})});
  };
  NodeId most = b.reduce(Opcode::Maximum, b.load(in, d0 * n + d1), b.constant(f32, -INFINITY), {1});
  NodeId sum = b.reduce(Opcode::Add, exponential(d2, most), b.constant(f32, 0), {2});
  NodeId y = b.compute(Opcode::Divide, f32, {exponential(d3, most), sum});
  b.store(y, f32, rows * n, d0 * n + d3, {0, 3});
  return b;
}

TEST(Reduce, Softmax) {
  for (LaneMode lanes : {LaneMode::Scalar, LaneMode::RowLanes, LaneMode::GridLanes})
    for (int64_t n : {1, 5, 16, 33})
      expectPlanRuns(softmax(lanes, 6, n), {sampleArray(DType::F32, 6 * n)}, 16);
}

// sum over j of exp(-sum over d of (x[i,d] - y[j,d])^2) * b[j]
schedule::ChosenPlan pairwise(LaneMode lanes, int64_t n, int64_t m, int64_t depth) {
  PlanBuilder b(lanes);
  DType f32 = DType::F32;
  IndexExpr i = b.dim(n), j = b.dim(m, kReduction), d = b.dim(depth, kReduction);
  NodeId x = b.load(b.input(f32, n * depth), i * depth + d);
  NodeId y = b.load(b.input(f32, m * depth), j * depth + d);
  NodeId difference = b.compute(Opcode::Subtract, f32, {x, y});
  NodeId square = b.compute(Opcode::Multiply, f32, {difference, difference});
  NodeId distance = b.reduce(Opcode::Add, square, b.constant(f32, 0), {2});
  NodeId weight = b.load(b.input(f32, m), j);
  NodeId e = b.compute(Opcode::Exponential, f32, {b.compute(Opcode::Negate, f32, {distance})});
  NodeId product = b.compute(Opcode::Multiply, f32, {e, weight});
  b.store(b.reduce(Opcode::Add, product, b.constant(f32, 0), {1}), f32, n, i, {0});
  return b;
}

TEST(Reduce, NestedInTheBodyOfAnother) {
  for (LaneMode lanes : {LaneMode::Scalar, LaneMode::RowLanes, LaneMode::GridLanes})
    for (int64_t depth : {3, 20}) {
      std::vector<Literal> inputs = {sampleArray(DType::F32, 21 * depth, 1),
                                     sampleArray(DType::F32, 37 * depth, 2),
                                     sampleArray(DType::U8, 37, 3)};
      inputs[2] = sampleArray(DType::F32, 37, 3);
      expectPlanRuns(pairwise(lanes, 21, 37, depth), inputs, 1 << 14);
    }
}

// (value, index) of the largest element: a combiner without a known identity.
TEST(Reduce, ArgMax) {
  for (LaneMode lanes : {LaneMode::Scalar, LaneMode::RowLanes, LaneMode::GridLanes}) {
    PlanBuilder b(lanes);
    IndexExpr d0 = b.dim(18), d1 = b.dim(29, kReduction);
    NodeId x = b.load(b.input(DType::F32, 18 * 29), d0 * 29 + d1), at = b.index(d1, DType::S32);
    NodeId low = b.constant(DType::F32, -INFINITY), zero = b.constant(DType::S32, 0);
    region::PlanBody body;
    auto add = [&](region::NodeKind kind, DType dtype, int32_t component, Opcode opcode = {},
                   std::vector<NodeId> operands = {}, Attrs attrs = {}) {
      region::PlanNode n;
      n.kind = kind;
      n.dtype = dtype;
      n.component = component;
      n.opcode = opcode;
      n.operands.assign(operands.begin(), operands.end());
      n.attrs = std::move(attrs);
      body.nodes.push_back(n);
    };
    for (int32_t i = 0; i < 4; ++i)
      add(region::NodeKind::Arg, i % 2 ? DType::S32 : DType::F32, i);
    Attrs ge = {AttrValue(int64_t(2)), AttrValue()};
    add(region::NodeKind::Compute, DType::Pred, 0, Opcode::Compare, {0, 2}, ge);
    add(region::NodeKind::Compute, DType::F32, 0, Opcode::Select, {4, 0, 2});
    add(region::NodeKind::Compute, DType::S32, 0, Opcode::Select, {4, 1, 3});
    body.results = {5, 6};
    b.plan.reductions.push_back({{1}, {x, at}, {low, zero}, body});
    for (int32_t component : {0, 1}) {
      region::PlanNode n;
      n.kind = region::NodeKind::Reduce;
      n.dtype = component ? DType::S32 : DType::F32;
      n.reduction = 0;
      n.component = component;
      b.plan.nodes.push_back(n);
      b.store(NodeId(b.plan.nodes.size()) - 1, n.dtype, 18, d0, {0});
    }
    expectPlanRuns(b, {sampleArray(DType::F32, 18 * 29)});
  }
}

} // namespace
} // namespace lz::testing
