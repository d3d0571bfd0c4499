#include "PlanTesting.h"
#include "schedule/LoopForms.h"

namespace lz::testing {
using region::NodeId;

namespace {

constexpr region::DimKind kBesideReduction = region::DimKind::Reduction;

// combine over d1 of (sum over d2 of |x[d, d0] - y[d, d1]| ) * w[d1], n points x, m points y
schedule::ChosenPlan pairs(int64_t n, int64_t m, int64_t d, DType dtype, Opcode combine) {
  PlanBuilder b(schedule::LaneMode::GridLanes);
  region::IndexExpr d0 = b.dim(n), d1 = b.dim(m, kBesideReduction), d2 = b.dim(d, kBesideReduction);
  NodeId x = b.load(b.input(dtype, n * d), d0 * d + d2);
  NodeId y = b.load(b.input(dtype, m * d), d1 * d + d2);
  NodeId w = b.load(b.input(dtype, m), d1);
  NodeId zero = b.constant(dtype, 0);
  NodeId difference = b.compute(Opcode::Abs, dtype, {b.compute(Opcode::Subtract, dtype, {x, y})});
  NodeId distance = b.reduce(Opcode::Add, difference, zero, {2});
  NodeId term = b.compute(Opcode::Multiply, dtype, {distance, w});
  b.store(b.reduce(combine, term, zero, {1}), dtype, n, d0, {0});
  return b;
}

void expectRuns(const schedule::ChosenPlan& chosen, double ulps = 0) {
  const auto& [plan, choice] = chosen;
  ASSERT_TRUE(schedule::LoopForms(plan, choice).readsRows[0]) << print(plan);
  std::vector<Literal> arguments;
  for (size_t i = 0; i < plan.inputs.size(); ++i)
    arguments.push_back(sampleArray(plan.inputs[i], plan.inputSizes[i], i + 1));
  expectPlanRuns(chosen, arguments, ulps);
}

TEST(SideBySide, AnyNumberOfPoints) {
  for (int64_t n : {1, 5, 16, 21})
    for (int64_t m : {1, 3, 4, 9})
      expectRuns(pairs(n, m, 48, DType::S32, Opcode::Add));
}

TEST(SideBySide, AnyLengthOfRows) {
  for (int64_t d : {33, 47, 64, 100})
    expectRuns(pairs(19, 6, d, DType::S32, Opcode::Maximum));
}

TEST(SideBySide, Floats) {
  expectRuns(pairs(19, 6, 50, DType::F32, Opcode::Maximum), 32);
  expectRuns(pairs(19, 6, 50, DType::F64, Opcode::Minimum), 32);
}

// A factor that depends on the row is applied in the row's loop, and the reduction over rows takes
// the maximum.
TEST(SideBySide, ScaledRowsAndAnotherCombiner) {
  PlanBuilder b(schedule::LaneMode::GridLanes);
  constexpr DType s32 = DType::S32;
  region::IndexExpr d0 = b.dim(18), d1 = b.dim(5, kBesideReduction),
                    d2 = b.dim(40, kBesideReduction);
  NodeId x = b.load(b.input(s32, 18 * 40), d0 * 40 + d2), s = b.load(b.input(s32, 18), d0);
  NodeId y = b.load(b.input(s32, 5 * 40), d1 * 40 + d2);
  NodeId scaled = b.compute(Opcode::Multiply, s32, {x, s});
  NodeId sum = b.compute(Opcode::Add, s32, {scaled, y});
  NodeId greatest = b.reduce(Opcode::Maximum, sum, b.constant(s32, -7), {2});
  b.store(b.reduce(Opcode::Add, greatest, b.constant(s32, 3), {1}), s32, 18, d0, {0});
  expectRuns(b);
}

// There are no points y.
TEST(SideBySide, NoPoints) {
  expectRuns(pairs(18, 0, 40, DType::S32, Opcode::Add));
}

} // namespace
} // namespace lz::testing
