#include "PlanTesting.h"

namespace lz::testing {
using region::NodeId;

namespace {

constexpr DType kFloats = DType::F32;

// out[d0, d1] = x[d1, d0] + y[d0, d1] + row[d1] + column[d0]
schedule::ChosenPlan turned(int64_t rows, int64_t columns, DType dtype) {
  PlanBuilder b(schedule::LaneMode::GridLanes);
  b.choice.tileDim = 0;
  region::IndexExpr d0 = b.dim(rows), d1 = b.dim(columns);
  NodeId x = b.load(b.input(dtype, rows * columns), d1 * rows + d0);
  NodeId y = b.load(b.input(dtype, rows * columns), d0 * columns + d1);
  NodeId row = b.load(b.input(dtype, columns), d1), column = b.load(b.input(dtype, rows), d0);
  Opcode add = dtype == DType::Pred ? Opcode::Xor : Opcode::Add;
  NodeId sum = b.compute(add, dtype, {b.compute(add, dtype, {x, y}), row});
  b.store(b.compute(add, dtype, {sum, column}), dtype, rows * columns, d0 * columns + d1, {0, 1});
  return b;
}

std::vector<Literal> argumentsOf(const schedule::ChosenPlan& chosen) {
  const region::RegionPlan& plan = chosen.plan;
  std::vector<Literal> arguments;
  for (size_t i = 0; i < plan.inputs.size(); ++i)
    arguments.push_back(sampleArray(plan.inputs[i], plan.inputSizes[i], i + 1));
  return arguments;
}

TEST(Transpose, AnySize) {
  for (int64_t rows : {16, 17, 31, 32, 48, 70})
    for (int64_t columns : {16, 19, 32, 63, 130}) {
      schedule::ChosenPlan chosen = turned(rows, columns, kFloats);
      expectPlanRuns(chosen, argumentsOf(chosen));
    }
}

TEST(Transpose, ShorterThanATile) {
  for (int64_t rows : {0, 1, 3, 15})
    for (int64_t columns : {0, 1, 5, 20}) {
      schedule::ChosenPlan chosen = turned(rows, columns, kFloats);
      expectPlanRuns(chosen, argumentsOf(chosen));
    }
}

TEST(Transpose, EveryType) {
  for (DType dtype :
       {DType::Pred, DType::S8, DType::U8, DType::S16, DType::U16, DType::S32, DType::U32,
        DType::S64, DType::U64, DType::F16, DType::BF16, DType::F32, DType::F64}) {
    schedule::ChosenPlan chosen = turned(37, 35, dtype);
    expectPlanRuns(chosen, argumentsOf(chosen), 0, /*strict=*/true);
  }
}

// Tiles have fewer columns, and the rows of the next tiles are fetched ahead.
TEST(Transpose, PastTheCaches) {
  for (DType dtype : {DType::U8, DType::BF16, DType::F32, DType::F64}) {
    schedule::ChosenPlan chosen = turned(94, 83, dtype);
    chosen.choice.streams = {true};
    expectPlanRuns(chosen, argumentsOf(chosen), 0, /*strict=*/true);
  }
}

// Permutations of three dims that move the last dim. The tiles are over the last dims of output and
// input.
TEST(Transpose, Permutations) {
  constexpr int64_t n[] = {18, 20, 33};
  constexpr int order[][3] = {{0, 2, 1}, {2, 0, 1}, {2, 1, 0}, {1, 2, 0}};
  for (const auto& p : order) {
    PlanBuilder b(schedule::LaneMode::GridLanes);
    region::IndexExpr out[3], source[3];
    for (int d = 0; d < 3; ++d) {
      out[d] = b.dim(n[p[d]]);
      source[p[d]] = out[d];
      if (p[d] == 2)
        b.choice.tileDim = d;
    }
    int64_t size = n[0] * n[1] * n[2];
    NodeId x =
        b.load(b.input(kFloats, size), source[0] * (n[1] * n[2]) + source[1] * n[2] + source[2]);
    region::IndexExpr to = out[0] * (n[p[1]] * n[p[2]]) + out[1] * n[p[2]] + out[2];
    b.store(b.compute(Opcode::Negate, kFloats, {x}), kFloats, size, to, {0, 1, 2});
    expectPlanRuns(b, argumentsOf(b));
  }
}

// Several transposed loads, a gather, and two outputs.
TEST(Transpose, SeveralLoads) {
  constexpr int64_t rows = 40, columns = 50;
  PlanBuilder b(schedule::LaneMode::GridLanes);
  b.choice.tileDim = 0;
  region::IndexExpr d0 = b.dim(rows), d1 = b.dim(columns);
  NodeId x = b.load(b.input(kFloats, rows * columns), d1 * rows + d0);
  NodeId y =
      b.load(b.input(kFloats, 2 * rows * columns), d1 * (2 * rows) + d0 + region::IndexExpr(rows));
  NodeId z = b.load(b.input(kFloats, 3 * columns), d1 * 3);
  NodeId sum = b.compute(Opcode::Multiply, kFloats, {x, b.compute(Opcode::Add, kFloats, {y, z})});
  b.store(sum, kFloats, rows * columns, d0 * columns + d1, {0, 1});
  b.store(y, kFloats, rows * columns, d0 * columns + d1, {0, 1});
  expectPlanRuns(b, argumentsOf(b));
}

} // namespace
} // namespace lz::testing
