// Tests how often hand-made regions compute their values and how many elements they touch. The
// expected numbers were counted by hand. "in0 15/5" is a load that runs 15 times and touches 5
// elements. Sums of up to 16 terms are written out: a load that depends only on their loop, such as
// the vector of a product, runs once.
#include "schedule/PlanFacts.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "formats/stablehlo/StableHloText.h"
#include "fusion/BuildPlan.h"
#include "region/VerifyPlan.h"

#include <gtest/gtest.h>

namespace lz::fusion {
namespace {

const CostTable& kCosts = costTable(MachineClass::Avx2);

schedule::ChosenPlan planOf(const std::string& body) {
  StatusOr<Program> program = formats::parseStableHlo("func.func @main" + body, "region.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  StatusOr<schedule::ChosenPlan> plan = buildPlan(*program, kCosts);
  EXPECT_TRUE(plan.ok()) << plan.status();
  EXPECT_TRUE(verify(plan->plan).ok()) << verify(plan->plan) << print(plan->plan);
  return *plan;
}

std::string factsOf(const schedule::ChosenPlan& chosen) {
  const auto& [plan, choice] = chosen;
  schedule::LoopForms forms(plan, choice);
  schedule::PlanFacts facts(plan, forms);
  std::vector<std::string> found;
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    const region::PlanNode& n = plan.nodes[i];
    double times = facts.times(region::NodeId(i));
    if (facts.roles[i] != schedule::PlanFacts::Role::Computed)
      continue;
    if (n.kind == region::NodeKind::Load)
      found.push_back(absl::StrCat(
          "in", n.input, " ", times, "/",
          facts.elements(n.expr, n.dynamic, plan.inputSizes[size_t(n.input)], ~uint64_t(0))));
    if (n.kind == region::NodeKind::Compute)
      found.push_back(absl::StrCat(std::string(opInfo(n.opcode).name), " ", times));
  }
  for (const region::PlanReduction& r : plan.reductions)
    found.push_back(absl::StrCat("sum ", facts.points(facts.loopsAround(facts.dimsInside(r)))));
  return absl::StrJoin(found, ", ");
}

struct HandMade {
  const char* name;
  const char* text;
  const char* facts;
};

class Facts : public testing::TestWithParam<HandMade> {};

TEST_P(Facts, AreThoseCountedByHand) {
  schedule::ChosenPlan chosen = planOf(GetParam().text);
  EXPECT_EQ(factsOf(chosen), GetParam().facts) << print(chosen.plan);
}

const HandMade kRegions[] = {
    {"OneLoop", R"((%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
      %0 = stablehlo.tanh %x : tensor<3x5xf32>
      return %0 : tensor<3x5xf32> })",
     "in0 15/15, tanh 15"},
    {"RowForAllRows", R"((%x: tensor<3x5xf32>, %y: tensor<5xf32>) -> tensor<3x5xf32> {
      %b = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<5xf32>) -> tensor<3x5xf32>
      %0 = stablehlo.add %x, %b : tensor<3x5xf32>
      return %0 : tensor<3x5xf32> })",
     "in0 15/15, in1 15/5, add 15"},
    {"ColumnForAllColumns", R"((%x: tensor<3x5xf32>, %y: tensor<3xf32>) -> tensor<3x5xf32> {
      %b = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<3xf32>) -> tensor<3x5xf32>
      %0 = stablehlo.add %x, %b : tensor<3x5xf32>
      return %0 : tensor<3x5xf32> })",
     "in0 15/15, in1 15/3, add 15"},
    {"FunctionBelowABroadcast", R"((%x: tensor<3x5xf32>, %y: tensor<5xf32>) -> tensor<3x5xf32> {
      %t = stablehlo.tanh %y : tensor<5xf32>
      %b = stablehlo.broadcast_in_dim %t, dims = [1] : (tensor<5xf32>) -> tensor<3x5xf32>
      %0 = stablehlo.add %x, %b : tensor<3x5xf32>
      return %0 : tensor<3x5xf32> })",
     "in0 15/15, in1 15/5, tanh 15, add 15"},
    {"SumsOfRows", R"((%x: tensor<3x5xf32>) -> tensor<3xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
      return %0 : tensor<3xf32> })",
     "in0 15/15, sum 15"},
    {"SumsOfColumns", R"((%x: tensor<3x5xf32>) -> tensor<5xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]
        : (tensor<3x5xf32>, tensor<f32>) -> tensor<5xf32>
      return %0 : tensor<5xf32> })",
     "in0 15/15, sum 15"},
    {"SumOfAll", R"((%x: tensor<3x5xf32>) -> tensor<f32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1]
        : (tensor<3x5xf32>, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32> })",
     "in0 15/15, sum 15"},
    {"RowsWithoutTheirSum", R"((%x: tensor<3x50xf32>) -> tensor<3x50xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<3x50xf32>, tensor<f32>) -> tensor<3xf32>
      %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<3xf32>) -> tensor<3x50xf32>
      %0 = stablehlo.subtract %x, %b : tensor<3x50xf32>
      return %0 : tensor<3x50xf32> })",
     "in0 150/150, in0 150/150, subtract 150, sum 150"},
    {"ColumnsWithoutTheirSum", R"((%x: tensor<30x5xf32>) -> tensor<30x5xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]
        : (tensor<30x5xf32>, tensor<f32>) -> tensor<5xf32>
      %b = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<5xf32>) -> tensor<30x5xf32>
      %0 = stablehlo.subtract %x, %b : tensor<30x5xf32>
      return %0 : tensor<30x5xf32> })",
     "in0 150/150, in0 150/150, subtract 150, sum 150"},
    {"FunctionsThatAreKept", R"((%x: tensor<3x50xf32>) -> tensor<3x50xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %e = stablehlo.exponential %x : tensor<3x50xf32>
      %s = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<3x50xf32>, tensor<f32>) -> tensor<3xf32>
      %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<3xf32>) -> tensor<3x50xf32>
      %0 = stablehlo.divide %e, %b : tensor<3x50xf32>
      return %0 : tensor<3x50xf32> })",
     "in0 150/150, exponential 150, divide 150, sum 150"},
    {"TwoProductsOfMatrixAndVector",
     R"((%a: tensor<12x50xf32>, %b: tensor<50x7xf32>, %x: tensor<7xf32>) -> tensor<12xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %w = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<7xf32>) -> tensor<50x7xf32>
      %p = stablehlo.multiply %b, %w : tensor<50x7xf32>
      %t = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<50x7xf32>, tensor<f32>) -> tensor<50xf32>
      %u = stablehlo.broadcast_in_dim %t, dims = [1] : (tensor<50xf32>) -> tensor<12x50xf32>
      %q = stablehlo.multiply %a, %u : tensor<12x50xf32>
      %0 = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<12x50xf32>, tensor<f32>) -> tensor<12xf32>
      return %0 : tensor<12xf32> })",
     "in0 600/600, in1 4200/350, in2 7/7, multiply 4200, multiply 600, sum 4200, sum 600"},
    {"ProductOfFewRowsAndAProduct",
     R"((%a: tensor<3x50xf32>, %b: tensor<50x7xf32>, %x: tensor<7xf32>) -> tensor<3xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %w = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<7xf32>) -> tensor<50x7xf32>
      %p = stablehlo.multiply %b, %w : tensor<50x7xf32>
      %t = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<50x7xf32>, tensor<f32>) -> tensor<50xf32>
      %u = stablehlo.broadcast_in_dim %t, dims = [1] : (tensor<50xf32>) -> tensor<3x50xf32>
      %q = stablehlo.multiply %a, %u : tensor<3x50xf32>
      %0 = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<3x50xf32>, tensor<f32>) -> tensor<3xf32>
      return %0 : tensor<3xf32> })",
     "in0 150/150, in1 1050/350, in2 7/7, multiply 1050, multiply 150, sum 1050, sum 150"},
    {"GradientOfPairwiseSums",
     R"((%x: tensor<50x3xf32>, %y: tensor<70x3xf32>) -> tensor<50x3xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %a = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<50x3xf32>) -> tensor<50x70x3xf32>
      %b = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<70x3xf32>) -> tensor<50x70x3xf32>
      %d = stablehlo.subtract %a, %b : tensor<50x70x3xf32>
      %q = stablehlo.multiply %d, %d : tensor<50x70x3xf32>
      %s = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [2]
        : (tensor<50x70x3xf32>, tensor<f32>) -> tensor<50x70xf32>
      %e = stablehlo.exponential %s : tensor<50x70xf32>
      %f = stablehlo.broadcast_in_dim %e, dims = [0, 1] : (tensor<50x70xf32>) -> tensor<50x70x3xf32>
      %g = stablehlo.multiply %d, %f : tensor<50x70x3xf32>
      %0 = stablehlo.reduce(%g init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<50x70x3xf32>, tensor<f32>) -> tensor<50x3xf32>
      return %0 : tensor<50x3xf32> })",
     "in0 50/50, in1 3500/70, subtract 3500, in0 150/150, in1 10500/210, subtract 10500, "
     "multiply 10500, exponential 3500, multiply 3500, in0 50/50, in1 3500/70, subtract 3500, "
     "multiply 3500, in0 50/50, in1 3500/70, subtract 3500, multiply 3500, sum 10500, sum 3500"},
    {"GradientOfLeastSquares",
     R"((%x: tensor<70x3xf32>, %w: tensor<3xf32>, %y: tensor<70xf32>) -> tensor<3xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %v = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<3xf32>) -> tensor<70x3xf32>
      %p = stablehlo.multiply %x, %v : tensor<70x3xf32>
      %s = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<70x3xf32>, tensor<f32>) -> tensor<70xf32>
      %r = stablehlo.subtract %s, %y : tensor<70xf32>
      %u = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<70xf32>) -> tensor<70x3xf32>
      %q = stablehlo.multiply %x, %u : tensor<70x3xf32>
      %0 = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0]
        : (tensor<70x3xf32>, tensor<f32>) -> tensor<3xf32>
      return %0 : tensor<3xf32> })",
     "in0 70/70, in0 210/210, in1 3/3, multiply 210, in2 70/70, subtract 70, multiply 70, "
     "in0 70/70, multiply 70, in0 70/70, multiply 70, sum 210, sum 70"},
    {"SumsOfTwoSides", R"((%x: tensor<3x40xf32>, %y: tensor<5x40xf32>) -> tensor<3x5xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<3x40xf32>, tensor<f32>) -> tensor<3xf32>
      %s = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<5x40xf32>, tensor<f32>) -> tensor<5xf32>
      %a = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<3xf32>) -> tensor<3x5xf32>
      %b = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<5xf32>) -> tensor<3x5xf32>
      %0 = stablehlo.add %a, %b : tensor<3x5xf32>
      return %0 : tensor<3x5xf32> })",
     "in0 120/120, in1 40/40, in1 40/40, in1 40/40, in1 40/40, in1 40/40, add 3, add 3, add 3, "
     "add 3, add 3, sum 120, sum 40"},
    {"SquaredDistances", R"((%x: tensor<3x2xf32>, %y: tensor<50x2xf32>) -> tensor<3x50xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %a = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<3x2xf32>) -> tensor<3x50x2xf32>
      %b = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<50x2xf32>) -> tensor<3x50x2xf32>
      %d = stablehlo.subtract %a, %b : tensor<3x50x2xf32>
      %q = stablehlo.multiply %d, %d : tensor<3x50x2xf32>
      %0 = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [2]
        : (tensor<3x50x2xf32>, tensor<f32>) -> tensor<3x50xf32>
      return %0 : tensor<3x50xf32> })",
     "in0 300/6, in1 300/100, subtract 300, multiply 300, sum 300"},
    {"SumOfProducts", R"((%x: tensor<3x4xf32>, %y: tensor<4x5xf32>) -> tensor<3x5xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %a = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<3x4xf32>) -> tensor<3x5x4xf32>
      %b = stablehlo.broadcast_in_dim %y, dims = [2, 1] : (tensor<4x5xf32>) -> tensor<3x5x4xf32>
      %p = stablehlo.multiply %a, %b : tensor<3x5x4xf32>
      %0 = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [2]
        : (tensor<3x5x4xf32>, tensor<f32>) -> tensor<3x5xf32>
      return %0 : tensor<3x5xf32> })",
     "in0 60/12, in1 60/20, multiply 60, sum 60"},
    {"OuterProduct", R"((%x: tensor<3xf32>, %y: tensor<5xf32>) -> tensor<3x5xf32> {
      %a = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<3xf32>) -> tensor<3x5xf32>
      %b = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<5xf32>) -> tensor<3x5xf32>
      %0 = stablehlo.multiply %a, %b : tensor<3x5xf32>
      return %0 : tensor<3x5xf32> })",
     "in0 15/3, in1 15/5, multiply 15"},
    {"Window", R"((%x: tensor<10xf32>) -> tensor<8xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = "stablehlo.reduce_window"(%x, %z) ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) {window_dimensions = array<i64: 3>} : (tensor<10xf32>, tensor<f32>) -> tensor<8xf32>
      return %0 : tensor<8xf32> })",
     "in0 24/10, sum 24"},
    {"WindowOfWindows", R"((%x: tensor<10xf32>) -> tensor<6xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %w = "stablehlo.reduce_window"(%x, %z) ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) {window_dimensions = array<i64: 3>} : (tensor<10xf32>, tensor<f32>) -> tensor<8xf32>
      %0 = "stablehlo.reduce_window"(%w, %z) ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) {window_dimensions = array<i64: 3>} : (tensor<8xf32>, tensor<f32>) -> tensor<6xf32>
      return %0 : tensor<6xf32> })",
     "in0 54/10, sum 54, sum 18"},
    {"SumOfWindows", R"((%x: tensor<100xf32>) -> tensor<f32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %w = "stablehlo.reduce_window"(%x, %z) ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) {window_dimensions = array<i64: 41>} : (tensor<100xf32>, tensor<f32>) -> tensor<60xf32>
      %0 = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [0]
        : (tensor<60xf32>, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32> })",
     "in0 2460/100, sum 2460, sum 60"},
    {"Transpose", R"((%x: tensor<3x5xf32>) -> tensor<5x3xf32> {
      %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
      return %0 : tensor<5x3xf32> })",
     "in0 15/15"},
    {"Slice", R"((%x: tensor<10xf32>) -> tensor<3xf32> {
      %0 = stablehlo.slice %x [1:4] : (tensor<10xf32>) -> tensor<3xf32>
      return %0 : tensor<3xf32> })",
     "in0 3/3"},
    {"SliceWithSteps", R"((%x: tensor<10xf32>) -> tensor<4xf32> {
      %0 = stablehlo.slice %x [0:10:3] : (tensor<10xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32> })",
     "in0 4/4"},
    {"Pad", R"((%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<7xf32> {
      %0 = stablehlo.pad %x, %v, low = [2], high = [2], interior = [0]
        : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
      return %0 : tensor<7xf32> })",
     "in0 7/3, in1 7/1, select 7"},
    {"Reverse", R"((%x: tensor<5xf32>) -> tensor<5xf32> {
      %0 = stablehlo.reverse %x, dims = [0] : tensor<5xf32>
      return %0 : tensor<5xf32> })",
     "in0 5/5"},
    {"PiecesOfAConcatenation", R"((%x: tensor<3xf32>, %y: tensor<4xf32>) -> tensor<7xf32> {
      %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<3xf32>, tensor<4xf32>) -> tensor<7xf32>
      return %0 : tensor<7xf32> })",
     "in0 7/3, in1 7/4, select 7"},
    {"RowsByIndex", R"((%x: tensor<10x5xf32>, %i: tensor<4xi32>) -> tensor<4x5xf32> {
      %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<
          offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0],
          index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}
        : (tensor<10x5xf32>, tensor<4xi32>) -> tensor<4x5xf32>
      return %0 : tensor<4x5xf32> })",
     "in1 20/4, in0 20/20"},
    {"SliceByIndex", R"((%x: tensor<10xf32>, %i: tensor<i32>) -> tensor<4xf32> {
      %0 = stablehlo.dynamic_slice %x, %i, sizes = [4]
        : (tensor<10xf32>, tensor<i32>) -> tensor<4xf32>
      return %0 : tensor<4xf32> })",
     "in1 4/1, in0 4/4"},
    {"OneNameOfTheSameBytes", R"((%x: tensor<6xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %r = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<2x3xf32>
      %0 = stablehlo.add %r, %y : tensor<2x3xf32>
      return %0 : tensor<2x3xf32> })",
     "in0 6/6, in1 6/6, add 6"},
    {"SeveralUsersOfOneValue", R"((%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
      %t = stablehlo.tanh %x : tensor<6xf32>
      %0 = stablehlo.add %t, %t : tensor<6xf32>
      return %t, %0 : tensor<6xf32>, tensor<6xf32> })",
     "in0 6/6, tanh 6, add 6"},
    {"NeighboursOfOneValue", R"((%x: tensor<9xf32>) -> tensor<8xf32> {
      %t = stablehlo.tanh %x : tensor<9xf32>
      %a = stablehlo.slice %t [0:8] : (tensor<9xf32>) -> tensor<8xf32>
      %b = stablehlo.slice %t [1:9] : (tensor<9xf32>) -> tensor<8xf32>
      %0 = stablehlo.add %a, %b : tensor<8xf32>
      return %0 : tensor<8xf32> })",
     "in0 8/8, tanh 8, in0 8/8, tanh 8, add 8"},
    // The outer sum has two copies of the inner sum. The inner sum is a loop inside of the loop
    // over the elements.
    {"LoopBelowASumOfTwo",
     R"((%x: tensor<2x50xf32>, %y: tensor<50xf32>, %c: tensor<2xf32>) -> tensor<50xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %v = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<50xf32>) -> tensor<2x50xf32>
      %p = stablehlo.multiply %x, %v : tensor<2x50xf32>
      %s = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<2x50xf32>, tensor<f32>) -> tensor<2xf32>
      %d = stablehlo.subtract %s, %c : tensor<2xf32>
      %b = stablehlo.broadcast_in_dim %d, dims = [0] : (tensor<2xf32>) -> tensor<2x50xf32>
      %q = stablehlo.multiply %x, %b : tensor<2x50xf32>
      %0 = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0]
        : (tensor<2x50xf32>, tensor<f32>) -> tensor<50xf32>
      return %0 : tensor<50xf32> })",
     "in0 100/100, in0 5000/100, in1 5000/50, multiply 5000, in2 100/2, subtract 100, "
     "multiply 100, sum 5000, sum 100"},
    {"ScalarForAll", R"((%x: tensor<3x5xf32>, %y: tensor<f32>) -> tensor<3x5xf32> {
      %b = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
      %0 = stablehlo.multiply %x, %b : tensor<3x5xf32>
      return %0 : tensor<3x5xf32> })",
     "in0 15/15, in1 15/1, multiply 15"},
};

INSTANTIATE_TEST_SUITE_P(HandMade, Facts, testing::ValuesIn(kRegions),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
} // namespace lz::fusion
