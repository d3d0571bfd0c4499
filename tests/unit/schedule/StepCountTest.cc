// Compares the cost steps of hand-made plans with numbers that were counted by hand from the
// constants of the cost table. A plan has n vectors of 16 lanes, each with some loads, ops and
// stores.
#include "formats/stablehlo/StableHloText.h"
#include "fusion/BuildPlan.h"
#include "region/VerifyPlan.h"
#include "schedule/Choose.h"
#include "schedule/cost/Cost.h"

#include <gtest/gtest.h>

namespace lz::fusion {
using region::IndexExpr;

namespace {

const CostTable& kStepCosts = costTable(MachineClass::Avx2);

schedule::ChosenPlan stepPlanOf(const std::string& body) {
  StatusOr<Program> program = formats::parseStableHlo("func.func @main" + body, "region.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  StatusOr<schedule::ChosenPlan> plan = buildPlan(*program, kStepCosts);
  EXPECT_TRUE(plan.ok()) << plan.status();
  EXPECT_TRUE(verify(plan->plan).ok()) << verify(plan->plan) << print(plan->plan);
  return *plan;
}

double stepsOfText(const std::string& body) {
  return costOf(stepPlanOf(body), kStepCosts).steps;
}

// out[d0] = in0[index] in f32. The index depends on d0, which has 160 points.
schedule::ChosenPlan copyOf(const IndexExpr& index, int64_t size) {
  region::RegionPlan plan{
      .dims = {{160, region::DimKind::Grid}},
      .nodes = {{.kind = region::NodeKind::Load, .dtype = DType::F32, .expr = index, .input = 0}},
      .reductions = {},
      .outputs = {{.value = 0, .expr = IndexExpr::dim(0), .dims = {0}}},
      .inputs = {DType::F32},
      .inputSizes = {size},
      .outputTypes = {DType::F32},
      .outputSizes = {160}};
  return {plan, {.lanes = schedule::LaneMode::GridLanes}};
}

// With row lanes each sum would read a line of in1 for each of its elements, and the next sum would
// read the same lines again. So lanes go along the lines.
TEST(Traffic, LanesGoAlongTheLines) {
  const schedule::ChosenPlan plan = stepPlanOf(
      R"((%x: tensor<2x65536xf32>, %y: tensor<2x65536x64xf32>) -> tensor<2x64xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2x65536xf32>) -> tensor<2x65536x64xf32>
    %1 = stablehlo.multiply %0, %y : tensor<2x65536x64xf32>
    %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x65536x64xf32>, tensor<f32>) -> tensor<2x64xf32>
    return %2 : tensor<2x64xf32> })");
  EXPECT_EQ(plan.choice.lanes, schedule::LaneMode::GridLanes);
  schedule::ChosenPlan other = plan;
  other.choice = {.lanes = schedule::LaneMode::RowLanes};
  EXPECT_EQ(costOf(other, kStepCosts).bytes[2], 64.0 * 2 * 64 * 65536);
  EXPECT_GT(costOf(other, kStepCosts).ns, 2 * costOf(plan, kStepCosts).ns);
}

TEST(StepCount, OfAMapIsLoadsOpsAndStores) {
  EXPECT_EQ(stepsOfText(R"((%x: tensor<160xf32>, %y: tensor<160xf32>) -> tensor<160xf32> {
    %0 = stablehlo.add %x, %y : tensor<160xf32>
    return %0 : tensor<160xf32> })"),
            10 * (2 + 1 + 1));
}

TEST(StepCount, FunctionsOfF64HaveACostOfTheirOwn) {
  EXPECT_EQ(stepsOfText(R"((%x: tensor<160xf64>) -> tensor<160xf64> {
    %0 = stablehlo.exponential %x : tensor<160xf64>
    return %0 : tensor<160xf64> })"),
            10 * (2 + 95 + 2));
  EXPECT_EQ(stepsOfText(R"((%x: tensor<160xf64>) -> tensor<160xf64> {
    %0 = stablehlo.add %x, %x : tensor<160xf64>
    return %0 : tensor<160xf64> })"),
            10 * (2 + 2 + 2));
}

TEST(StepCount, StoresOfBf16AreRounded) {
  EXPECT_EQ(stepsOfText(R"((%x: tensor<160xbf16>) -> tensor<160xbf16> {
    %0 = stablehlo.negate %x : tensor<160xbf16>
    return %0 : tensor<160xbf16> })"),
            10 * (1 + 1 + 1 + kStepCosts.toBf16));
}

TEST(StepCount, ConversionsFromMoreDigitsThanF32To16BitsLoseSomeFirst) {
  auto steps = [](const std::string& from, const std::string& to) {
    return stepsOfText("(%x: tensor<160x" + from + ">) -> tensor<160x" + to +
                       "> {\n%0 = stablehlo.convert %x : (tensor<160x" + from +
                       ">) -> tensor<160x" + to + ">\nreturn %0 : tensor<160x" + to + "> }");
  };
  EXPECT_EQ(steps("f64", "f32"), 10 * (2 + 1 + 1));
  EXPECT_EQ(steps("f64", "f16"), 10 * (2 + 11 + 1));
  EXPECT_EQ(steps("i32", "f16"), 10 * (1 + 1 + 1));
  EXPECT_EQ(steps("i16", "bf16"), 10 * (1 + 1 + 1 + kCosts.toBf16));
  EXPECT_EQ(steps("i32", "bf16"), 10 * (1 + 8 + 1 + kCosts.toBf16));
  EXPECT_EQ(steps("ui64", "bf16"), 10 * (2 + 29 + 1 + kCosts.toBf16));
}

TEST(StepCount, ARowThatEndsWithinARegisterHasAPartialStore) {
  EXPECT_EQ(stepsOfText(R"((%x: tensor<100xf32>) -> tensor<100xf32> {
    %0 = stablehlo.negate %x : tensor<100xf32>
    return %0 : tensor<100xf32> })"),
            6.5 * (1 + 1 + 1) + kStepCosts.partial);
  // 104 numbers are 13 registers, and two registers are one step.
  EXPECT_EQ(stepsOfText(R"((%x: tensor<104xf32>) -> tensor<104xf32> {
    %0 = stablehlo.negate %x : tensor<104xf32>
    return %0 : tensor<104xf32> })"),
            6.5 * (1 + 1 + 1));
}

TEST(StepCount, LoadsTakeWhatTheirLanesAskFor) {
  const IndexExpr d0 = IndexExpr::dim(0);
  const std::vector<int64_t> extents = {160};
  auto steps = [&](const IndexExpr& index) {
    return costOf(copyOf(index, 2000), kStepCosts).steps / 10 - 1;
  };
  EXPECT_EQ(steps(d0 + 5), 1);
  EXPECT_EQ(steps(d0 * -1 + 159), 2);
  EXPECT_EQ(steps(d0 * 3), 6);
  EXPECT_EQ(steps(d0 * 7), kStepCosts.gather);
  // These indices are single loads and shifts, because their lanes are equal or adjacent.
  EXPECT_EQ(steps(d0.floorDiv(16, extents)), 1 + 1);
  EXPECT_EQ(steps(d0.floorDiv(2, extents)), 2 + 1);
  EXPECT_EQ(steps(d0.mod(48, extents)), 1 + 1);
  // Both terms share one quotient, which differs from lane to lane.
  EXPECT_EQ(steps(d0.floorDiv(7, extents) + d0.mod(7, extents) * 100),
            kStepCosts.gather + kStepCosts.quotient);
}

TEST(StepCount, PiecesCountForTheirShareOfTheGrid) {
  double exponential = 17, both = 10 * (1 + 1) + 10 * (1 + exponential + 1);
  EXPECT_NEAR(stepsOfText(R"((%x: tensor<160xf32>, %y: tensor<160xf32>) -> tensor<320xf32> {
    %0 = stablehlo.exponential %y : tensor<160xf32>
    %1 = stablehlo.concatenate %x, %0, dim = 0 : (tensor<160xf32>, tensor<160xf32>) -> tensor<320xf32>
    return %1 : tensor<320xf32> })"),
              both, 0.1 * both);
}

// out0[d0, d1] = sum over d2 of in0[d0, d1, d2]. The lanes run over the sums, and d1 is a loop
// around them, without lanes.
TEST(StepCount, ALoopAroundARowOfLanesHasNoLanes) {
  constexpr int64_t rows = 8, columns = 5;
  region::PlanBody add{
      .nodes = {{.kind = region::NodeKind::Arg, .dtype = DType::F32},
                {.kind = region::NodeKind::Arg, .dtype = DType::F32, .component = 1},
                {.kind = region::NodeKind::Compute,
                 .dtype = DType::F32,
                 .operands = {0, 1},
                 .opcode = Opcode::Add}},
      .results = {2}};
  const IndexExpr d0 = IndexExpr::dim(0), d1 = IndexExpr::dim(1), d2 = IndexExpr::dim(2);
  region::RegionPlan plan{
      .dims = {{rows, region::DimKind::Grid},
               {columns, region::DimKind::Inner},
               {16, region::DimKind::Reduction}},
      .nodes = {{.kind = region::NodeKind::Load,
                 .dtype = DType::F32,
                 .expr = d0 * 80 + d1 * 16 + d2,
                 .input = 0},
                {.kind = region::NodeKind::Constant, .dtype = DType::F32},
                {.kind = region::NodeKind::Reduce, .dtype = DType::F32, .reduction = 0}},
      .reductions = {{.dims = {2}, .operands = {0}, .inits = {1}, .body = add}},
      .outputs = {{.value = 2, .expr = d0 * 5 + d1, .dims = {0, 1}}},
      .inputs = {DType::F32},
      .inputSizes = {640},
      .outputTypes = {DType::F32},
      .outputSizes = {40}};
  const schedule::Choice byRows{.lanes = schedule::LaneMode::RowLanes};
  EXPECT_EQ(lanesOf(plan, byRows), uint64_t(1) << 2);
  EXPECT_EQ(costOf(plan, byRows, kStepCosts).steps, rows * columns * (1 + 1 + kStepCosts.fold + 1));
}

TEST(StepCount, LongColumnsOfFewLanesWait) {
  auto sum = [](int64_t rows, int64_t columns) {
    std::string t = "tensor<" + std::to_string(rows) + "x" + std::to_string(columns) + "xf32>",
                v = "tensor<" + std::to_string(columns) + "xf32>";
    return stepsOfText("(%x: " + t + ") -> " + v + R"( {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : ()" +
                       t + ", tensor<f32>) -> " + v + "\n return %0 : " + v + " }");
  };
  // A single chain of additions waits for each previous addition. Four vectors at a time share this
  // wait, so each counts a quarter of it.
  EXPECT_NEAR(sum(1024, 16) / 1024, 1 + 6, 0.1);
  EXPECT_NEAR(sum(1024, 64) / 4096, 1 + 1.5, 0.1);
}

} // namespace
} // namespace lz::fusion
