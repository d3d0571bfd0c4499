// Short rows: the lanes run over rows of a few elements, which are transposed.
#include "schedule/ShortRows.h"

#include "PlanTesting.h"
#include "schedule/Schedule.h"

#include <cmath>

namespace lz::testing {
using region::IndexExpr;

namespace {

constexpr region::DimKind kShortReduction = region::DimKind::Reduction,
                          kShortInner = region::DimKind::Inner;
const std::vector<int64_t> kLengths = {2, 3, 4, 5, 10, 15};

PlanBuilder shortRows(schedule::LaneMode lanes = schedule::LaneMode::GridLanes) {
  PlanBuilder b(lanes);
  b.choice.shortRows = true;
  return b;
}

// combiner over d1 of x[first + n*d0 + d1]
schedule::ChosenPlan reduced(DType dtype, int64_t rows, int64_t n, Opcode combiner, double init,
                             int64_t first = 0) {
  PlanBuilder b = shortRows();
  IndexExpr d0 = b.dim(rows), d1 = b.dim(n, kShortReduction);
  region::NodeId x = b.load(b.input(dtype, first + rows * n), d0 * n + d1 + IndexExpr(first));
  b.store(b.reduce(combiner, x, b.constant(dtype, init), {1}), dtype, rows, d0, {0});
  return b;
}

// f(x - max over the row) / sum of f over the row, and the maximum
schedule::ChosenPlan shortNormalized(Opcode function, int64_t rows, int64_t n,
                                     DType dtype = DType::F32) {
  PlanBuilder b = shortRows();
  region::NodeId most = addNormalized(b, function, rows, n, dtype);
  b.store(most, dtype, rows, IndexExpr::dim(0), {0});
  return b;
}

TEST(ShortRows, AreSegmentsOfABuffer) {
  PlanBuilder b = shortRows();
  IndexExpr d0 = b.dim(100), d1 = b.dim(10, kShortReduction);
  auto row = [&](const IndexExpr& expr, int64_t size) {
    return schedule::shortRowOf(b.plan, expr, size, 0);
  };
  std::optional<schedule::ShortRow> all = row(d0 * 10 + d1, 1000);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->length, 10);
  EXPECT_EQ(all->first, d0 * 10);
  EXPECT_EQ(all->column, d1);
  std::optional<schedule::ShortRow> later = row(d0 * 12 + d1 + IndexExpr(26), 1224);
  ASSERT_TRUE(later);
  EXPECT_EQ(later->first, d0 * 12 + IndexExpr(24));
  EXPECT_EQ(later->column, d1 + IndexExpr(2));
  EXPECT_FALSE(row(d0 * 12 + d1 + IndexExpr(26), 1223)) << "the last row ends behind the buffer";
  EXPECT_FALSE(row(d0 * 12 + d1 + IndexExpr(3), 2000)) << "over the end of a row";
  EXPECT_FALSE(row(d0 * 8 + d1, 2000)) << "rows overlap";
  EXPECT_FALSE(row(d0 + d1, 1000));
  EXPECT_FALSE(row(d0 * 16 + d1, 2000)) << "long";
}

TEST(ShortRows, UnitsArePointsUnlessThereAreOuterOnes) {
  schedule::VectorTarget target;
  target.f32Lanes = 16;
  auto [plan, choice] = reduced(DType::F32, 100, 10, Opcode::Add, 0);
  EXPECT_TRUE(runsPointsTogether(plan, choice));
  EXPECT_EQ(schedule::Schedule(plan, choice, target).grid.units, 100);
  plan.dims.push_back({2, region::DimKind::Grid});
  EXPECT_FALSE(runsPointsTogether(plan, choice));
}

TEST(ShortRows, OfEveryTypeAndLength) {
  for (DType dtype : {DType::F32, DType::F64, DType::BF16, DType::F16, DType::S8, DType::U16,
                      DType::S32, DType::U64})
    for (int64_t n : kLengths)
      for (int64_t rows : {1, 37})
        expectPlanRuns(reduced(dtype, rows, n, Opcode::Maximum, 0), {sampleArray(dtype, rows * n)});
}

TEST(ShortRows, AreAddedInTheirOrder) {
  for (int64_t n : kLengths)
    expectPlanRuns(reduced(DType::F32, 50, n, Opcode::Add, 0.5), {sampleArray(DType::F32, 50 * n)});
}

TEST(ShortRows, MayBeginLater) {
  for (int64_t first : {3, 10, 24})
    expectPlanRuns(reduced(DType::F32, 40, 10, Opcode::Add, 0, first / 10 * 10),
                   {sampleArray(DType::F32, 400 + first / 10 * 10)});
}

TEST(ShortRows, AreWrittenWhole) {
  for (DType dtype : {DType::F32, DType::F64})
    for (int64_t n : kLengths)
      for (int64_t rows : {3, 16, 75})
        expectPlanRuns(shortNormalized(Opcode::Exponential, rows, n, dtype),
                       {sampleArray(dtype, rows * n)}, 64);
  for (DType dtype : {DType::BF16, DType::S16, DType::S64})
    for (int64_t n : kLengths) {
      PlanBuilder b = shortRows();
      IndexExpr d0 = b.dim(45), d1 = b.dim(n, kShortReduction), d2 = b.dim(n, kShortInner);
      int32_t in = b.input(dtype, 45 * n);
      region::NodeId most =
          b.reduce(Opcode::Maximum, b.load(in, d0 * n + d1), b.constant(dtype, 0), {1});
      b.store(b.compute(Opcode::Subtract, dtype, {most, b.load(in, d0 * n + d2)}), dtype, 45 * n,
              d0 * n + d2, {0, 2});
      expectPlanRuns(b, {sampleArray(dtype, 45 * n)}, dtype == DType::BF16 ? 1 : 0);
    }
}

TEST(ShortRows, ExpensiveValuesAreKept) {
  auto keptOf = [](Opcode function) {
    auto [plan, choice] = shortNormalized(function, 3, 10);
    return schedule::LoopForms(plan, choice).kept.size();
  };
  EXPECT_EQ(keptOf(Opcode::Exponential), 1u);
  EXPECT_EQ(keptOf(Opcode::Abs), 0u);
}

TEST(ShortRows, SpecialValuesStayInTheirRow) {
  constexpr int64_t rows = 53, n = 10;
  Literal x = sampleArray(DType::F32, rows * n);
  const float specials[] = {NAN, INFINITY, -INFINITY, -0.0f, 1e-45f, 3e38f};
  for (int64_t i = 0; i < 6; ++i)
    x.mutableAs<float>()[(7 * i + 3) * n + i] = specials[i];
  std::fill_n(x.mutableAs<float>() + 52 * n, n, -INFINITY);
  std::fill_n(x.mutableAs<float>() + 20 * n, n, -0.0f);
  for (Opcode op : {Opcode::Add, Opcode::Multiply, Opcode::Maximum, Opcode::Minimum})
    expectPlanRuns(reduced(DType::F32, rows, n, op, 1), {x});
  expectPlanRuns(shortNormalized(Opcode::Exponential, rows, n), {x}, 64);
  expectPlanRuns(shortNormalized(Opcode::Abs, rows, n), {x}, 2);
  expectPlanRuns(shortNormalized(Opcode::Abs, rows, n), {x}, 0, /*strict=*/true);
}

// sum over d2 of x[b, d0, d2] * y[d0], for each b and d0. A unit is a part of d0.
TEST(ShortRows, InAGridOfTwo) {
  for (int64_t rows : {5, 16, 70}) {
    PlanBuilder b = shortRows();
    IndexExpr outer = b.dim(3), d0 = b.dim(rows), d2 = b.dim(6, kShortReduction),
              d3 = b.dim(6, kShortInner);
    int32_t x = b.input(DType::F32, 3 * rows * 6), y = b.input(DType::F32, rows);
    IndexExpr row = outer * (rows * 6) + d0 * 6;
    region::NodeId sum = b.reduce(Opcode::Add, b.load(x, row + d2), b.constant(DType::F32, 0), {2});
    region::NodeId scaled = b.compute(Opcode::Multiply, DType::F32, {sum, b.load(y, d0)});
    b.store(b.compute(Opcode::Subtract, DType::F32, {b.load(x, row + d3), scaled}), DType::F32,
            3 * rows * 6, row + d3, {0, 1, 3});
    expectPlanRuns(b, {sampleArray(DType::F32, 3 * rows * 6), sampleArray(DType::F32, rows, 2)},
                   1024);
  }
}

// sum over d0 of s[d0] * maximum over d1 of x[d0, d1]
TEST(ShortRows, InsideOfAReduction) {
  for (int64_t rows : {3, 16, 32, 39, 300}) {
    PlanBuilder b = shortRows(schedule::LaneMode::RowLanes);
    IndexExpr d0 = b.dim(rows, kShortReduction), d1 = b.dim(10, kShortReduction);
    int32_t x = b.input(DType::S32, rows * 10), s = b.input(DType::S32, rows);
    region::NodeId most =
        b.reduce(Opcode::Maximum, b.load(x, d0 * 10 + d1), b.constant(DType::S32, -1), {1});
    region::NodeId product = b.compute(Opcode::Multiply, DType::S32, {most, b.load(s, d0)});
    b.store(b.reduce(Opcode::Add, product, b.constant(DType::S32, 3), {0}), DType::S32, 1,
            IndexExpr(0), {});
    expectPlanRuns(b, {sampleArray(DType::S32, rows * 10), sampleArray(DType::S32, rows, 2)});
  }
}

} // namespace
} // namespace lz::testing
