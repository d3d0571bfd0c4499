// Tests values that loops over one row keep for each other, and streaming stores, which bypass the
// caches.
#include "PlanTesting.h"
#include "schedule/LoopForms.h"

#include <cmath>
#include <limits>

namespace lz::testing {
using region::IndexExpr;
using region::NodeId;
using schedule::LaneMode;

namespace {

constexpr region::DimKind kRowReduction = region::DimKind::Reduction,
                          kRowInner = region::DimKind::Inner;

// f(x - max over the row) / sum of f over the row
schedule::ChosenPlan normalized(Opcode function, int64_t rows, int64_t n,
                                DType dtype = DType::F32) {
  PlanBuilder b(LaneMode::RowLanes);
  addNormalized(b, function, rows, n, dtype);
  return b;
}

std::vector<schedule::KeptRow> keptIn(const schedule::ChosenPlan& chosen) {
  return schedule::LoopForms(chosen.plan, chosen.choice).kept;
}

TEST(Rows, ExpensiveValuesAreKept) {
  std::vector<schedule::KeptRow> rows = keptIn(normalized(Opcode::Exponential, 3, 100));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].madeOver, 2);
  EXPECT_EQ(rows[0].usedOver, 3);
  EXPECT_NE(rows[0].made, rows[0].used);
  EXPECT_TRUE(keptIn(normalized(Opcode::Abs, 3, 100)).empty()) << "cheap";
  EXPECT_TRUE(keptIn(normalized(Opcode::Exponential, 3, 1 << 20)).empty()) << "too long";
  schedule::ChosenPlan grid = normalized(Opcode::Exponential, 3, 100);
  grid.choice.lanes = LaneMode::GridLanes;
  EXPECT_TRUE(keptIn(grid).empty());
}

// The plan adds e^x over d1, and multiplies the sum by e^x of another row. The kept row must not
// replace that other row.
TEST(Rows, OtherRowsAreNotMistaken) {
  constexpr int64_t rows = 4, n = 50;
  PlanBuilder b(LaneMode::RowLanes);
  IndexExpr d0 = b.dim(rows), d1 = b.dim(n, kRowReduction), d2 = b.dim(n, kRowInner);
  int32_t in = b.input(DType::F32, 2 * rows * n);
  auto value = [&](const IndexExpr& at) {
    return b.compute(Opcode::Exponential, DType::F32, {b.load(in, at)});
  };
  NodeId sum = b.reduce(Opcode::Add, value(d0 * n + d1), b.constant(DType::F32, 0), {1});
  NodeId other = value(d0 * n + d2 + IndexExpr(rows * n));
  b.store(b.compute(Opcode::Multiply, DType::F32, {other, sum}), DType::F32, rows * n, d0 * n + d2,
          {0, 2});
  EXPECT_TRUE(keptIn(b).empty());
  expectPlanRuns(b, {sampleArray(DType::F32, 2 * rows * n)}, 32);
}

TEST(Rows, KeptValuesAreRight) {
  for (DType dtype : {DType::F32, DType::F64})
    for (int64_t n : {5, 16, 100, 256, 259, 1000})
      expectPlanRuns(normalized(Opcode::Exponential, 5, n, dtype), {sampleArray(dtype, 5 * n)}, 64);
}

// The sum of e^x, and the sum of e^x * y. The first loop keeps e^x for the second, and the second
// loop keeps nothing.
TEST(Rows, TwoReductionsOfOneFunction) {
  constexpr int64_t rows = 5, n = 70;
  PlanBuilder b(LaneMode::RowLanes);
  IndexExpr d0 = b.dim(rows), d1 = b.dim(n, kRowReduction), d2 = b.dim(n, kRowReduction);
  int32_t in = b.input(DType::F32, rows * n);
  auto value = [&](const IndexExpr& column) {
    return b.compute(Opcode::Exponential, DType::F32, {b.load(in, d0 * n + column)});
  };
  NodeId zero = b.constant(DType::F32, 0);
  NodeId y = b.compute(Opcode::Abs, DType::F32, {b.load(b.input(DType::F32, n), d2)});
  NodeId sum = b.reduce(Opcode::Add, value(d1), zero, {1});
  NodeId weighted = b.compute(Opcode::Multiply, DType::F32, {value(d2), y});
  NodeId mean = b.reduce(Opcode::Add, weighted, zero, {2});
  EXPECT_EQ(keptIn(b).size(), 1u);
  b.store(b.compute(Opcode::Add, DType::F32, {mean, sum}), DType::F32, rows, d0, {0});
  expectPlanRuns(b, {sampleArray(DType::F32, rows * n), sampleArray(DType::F32, n, 2)}, 64);
}

TEST(Rows, SeveralChainsSeeEveryPoint) {
  for (int64_t n : {127, 128, 129, 192, 200, 257, 1000})
    for (Opcode op : {Opcode::Add, Opcode::Maximum, Opcode::Minimum}) {
      PlanBuilder b(LaneMode::RowLanes);
      IndexExpr d0 = b.dim(3), d1 = b.dim(2, kRowReduction), d2 = b.dim(n, kRowReduction);
      NodeId x = b.load(b.input(DType::S32, 6 * n), d0 * (2 * n) + d1 * n + d2);
      b.store(b.reduce(op, x, b.constant(DType::S32, 7), {1, 2}), DType::S32, 3, d0, {0});
      expectPlanRuns(b, {sampleArray(DType::S32, 6 * n)});
    }
}

TEST(Rows, NotANumberWinsInEveryChain) {
  constexpr int64_t n = 300;
  for (int64_t at : {0, 17, 40, 255, 299}) {
    PlanBuilder b(LaneMode::RowLanes);
    IndexExpr d0 = b.dim(2), d1 = b.dim(n, kRowReduction);
    NodeId x = b.load(b.input(DType::F32, 2 * n), d0 * n + d1);
    b.store(b.reduce(Opcode::Maximum, x, b.constant(DType::F32, 0), {1}), DType::F32, 2, d0, {0});
    Literal input = sampleArray(DType::F32, 2 * n);
    input.mutableAs<float>()[at] = NAN;
    expectPlanRuns(b, {input});
  }
}

// Divides x by max |row| by means of a reciprocal. Tries 0 / 0, inf / inf, and maxima whose
// reciprocals are not normal.
TEST(Rows, DivisionByARowValue) {
  constexpr int64_t n = 40;
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const float scales[] = {0, 1, 3, 1e-45f, 3e-40f, 1.2e-38f, 1e38f, 3.4e38f, kInf, NAN};
  constexpr int64_t rows = std::size(scales);
  PlanBuilder b(LaneMode::RowLanes);
  IndexExpr d0 = b.dim(rows), d1 = b.dim(n, kRowReduction), d2 = b.dim(n, kRowInner);
  int32_t in = b.input(DType::F32, rows * n);
  NodeId size = b.compute(Opcode::Abs, DType::F32, {b.load(in, d0 * n + d1)});
  NodeId most = b.reduce(Opcode::Maximum, size, b.constant(DType::F32, 0), {1});
  NodeId quotient = b.compute(Opcode::Divide, DType::F32, {b.load(in, d0 * n + d2), most});
  b.store(quotient, DType::F32, rows * n, d0 * n + d2, {0, 2});
  Literal input({DType::F32, {rows * n}});
  for (int64_t i = 0; i < rows * n; ++i)
    input.mutableAs<float>()[i] = scales[i / n] * (float(i % n + 1) / n);
  expectPlanRuns(b, {input}, 2);
  expectPlanRuns(b, {input}, 0, /*strict=*/true);
}

TEST(Rows, StoresPastTheCaches) {
  for (int64_t n : {16, 33, 64, 100}) {
    schedule::ChosenPlan rows = normalized(Opcode::Exponential, 16, n);
    rows.choice.streams = {true};
    expectPlanRuns(rows, {sampleArray(DType::F32, 16 * n)}, 64);
    for (DType dtype : {DType::F64, DType::F32, DType::BF16, DType::S8, DType::Pred}) {
      PlanBuilder b(LaneMode::GridLanes);
      IndexExpr d0 = b.dim(64 * n);
      NodeId x = b.load(b.input(dtype, 64 * n), d0);
      b.store(x, dtype, 64 * n, d0, {0});
      b.choice.streams = {true};
      expectPlanRuns(b, {sampleArray(dtype, 64 * n)});
    }
  }
}

// A unit is a vector of columns, and each point of the inner loop writes it to another row. If the
// vector is only a part of a cache line, it is stored into the caches. Whole lines are stored with
// streaming stores.
TEST(Rows, StoresDownColumnsPassTheCachesInWholeLines) {
  for (int64_t n : {8, 16, 48, 50})
    for (DType dtype : {DType::F64, DType::F32, DType::BF16}) {
      PlanBuilder b(LaneMode::GridLanes);
      IndexExpr d0 = b.dim(n), d1 = b.dim(9, kRowInner), d2 = b.dim(40, kRowReduction);
      NodeId x = b.load(b.input(dtype, 40 * n), d0 + d2 * n);
      NodeId most = b.reduce(Opcode::Maximum, x, b.constant(dtype, 0), {2});
      NodeId y = b.load(b.input(dtype, 9), d1);
      NodeId both = b.compute(Opcode::Add, dtype, {most, y});
      b.store(both, dtype, 9 * n, d0 + d1 * n, {0, 1});
      b.choice.streams = {true};
      expectPlanRuns(b, {sampleArray(dtype, 40 * n), sampleArray(dtype, 9)});
    }
}

// A row of 60 numbers is stored as three vectors of 16 numbers, a vector of 8, and a vector of 4.
TEST(Rows, RemaindersPassTheCachesToo) {
  for (int64_t n : {4, 20, 24, 60, 62, 72})
    for (DType dtype : {DType::F64, DType::F32, DType::BF16, DType::S8}) {
      PlanBuilder b(LaneMode::GridLanes);
      IndexExpr d0 = b.dim(16), d1 = b.dim(n);
      NodeId x = b.load(b.input(dtype, 16 * n), d0 * n + d1);
      b.store(x, dtype, 16 * n, d0 * n + d1, {0, 1});
      b.choice.streams = {true};
      expectPlanRuns(b, {sampleArray(dtype, 16 * n)});
    }
}

} // namespace
} // namespace lz::testing
