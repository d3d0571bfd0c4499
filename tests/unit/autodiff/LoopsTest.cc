// Tests which ops gradients of loops, branches and calls consist of. tests/ops/gradients tests
// their values.
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "autodiff/Gradient.h"
#include "formats/stablehlo/StableHloText.h"
#include "gtest/gtest.h"

namespace lz::autodiff {
namespace {

StatusOr<Program> gradient(const std::string& text) {
  StatusOr<Program> program = formats::parseStableHlo(text, "model");
  if (!program.ok())
    return program.status();
  return gradientOf(*std::move(program), {.arguments = {0}});
}

int countOps(const std::vector<Op>& ops, Opcode opcode) {
  int count = 0;
  for (const Op& op : ops) {
    count += op.opcode == opcode;
    for (const Region& region : op.regions)
      count += countOps(region.ops, opcode);
  }
  return count;
}

TEST(Loops, UnknownTripCountIsRefused) {
  Status status = gradient(R"(
func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<f32>
   cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.multiply %h, %h : tensor<f32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
})")
                      .status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  EXPECT_EQ(opOf(status), "while");
  EXPECT_EQ(locationOf(status), "model:4:10");
  EXPECT_TRUE(absl::StrContains(status.message(), "trip count")) << status;
  EXPECT_TRUE(absl::StrContains(status.message(), "is not an integer constant")) << status;
}

// Returns a loop whose body computes %1 by this line, from %h and the captured %w.
std::string loopOf(const std::string& line) {
  return absl::StrCat(R"(
func.func @main(%w: tensor<f32>, %x: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<f32>
   cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    )",
                      line, R"(
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
})");
}

TEST(Loops, SaveOnlyWhatTheGradientNeeds) {
  StatusOr<Program> linear = gradient(loopOf("%1 = stablehlo.add %h, %w : tensor<f32>"));
  ASSERT_TRUE(linear.ok()) << linear.status();
  EXPECT_EQ(countOps(linear->body.ops, Opcode::While), 2); // forwards and backwards
  EXPECT_EQ(countOps(linear->body.ops, Opcode::DynamicUpdateSlice), 0);
  StatusOr<Program> product = gradient(loopOf("%1 = stablehlo.multiply %h, %w : tensor<f32>"));
  ASSERT_TRUE(product.ok()) << product.status();
  EXPECT_EQ(countOps(product->body.ops, Opcode::While), 3);
  EXPECT_EQ(countOps(product->body.ops, Opcode::DynamicUpdateSlice), 1);
}

// Counts the ops with a result of this type.
int countResults(const std::vector<Op>& ops, Opcode opcode, const Program& program,
                 const TensorType& type) {
  int count = 0;
  for (const Op& op : ops) {
    count += op.opcode == opcode && program.type(op.results[0]) == type;
    for (const Region& region : op.regions)
      count += countResults(region.ops, opcode, program, type);
  }
  return count;
}

// Each step of the backward loop adds one slice of a captured array. No step adds entire arrays.
TEST(Loops, SlicesAreAddedInPlace) {
  std::string text = loopOf(R"(
    %3 = stablehlo.dynamic_slice %w, %i, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
    %4 = stablehlo.reshape %3 : (tensor<1xf32>) -> tensor<f32>
    %5 = stablehlo.dynamic_slice %w, %one, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
    %6 = stablehlo.reshape %5 : (tensor<1xf32>) -> tensor<f32>
    %7 = stablehlo.multiply %4, %6 : tensor<f32>
    %1 = stablehlo.multiply %7, %h : tensor<f32>)");
  StatusOr<Program> program =
      gradient(absl::StrReplaceAll(text, {{"(%w: tensor<f32>", "(%w: tensor<4xf32>"}}));
  ASSERT_TRUE(program.ok()) << program.status();
  TensorType whole{DType::F32, {4}};
  EXPECT_EQ(countResults(program->body.ops, Opcode::Add, *program, whole), 0);
  // Two of the three ops update the sum of the slices, and one saves h.
  EXPECT_EQ(countResults(program->body.ops, Opcode::DynamicUpdateSlice, *program, whole), 3);
}

TEST(Loops, EffectsAreNotRepeated) {
  StatusOr<Program> program = gradient(loopOf(R"(%1 = stablehlo.multiply %h, %w : tensor<f32>
    stablehlo.custom_call @check.expect_eq(%w, %w) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ())"));
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(countOps(program->body.ops, Opcode::CustomCall), 1);
}

// A branch is computed again for its value, but without the call in it. A loop is computed again
// without the state that is passed to the call.
TEST(Loops, EffectsBesideAValueAreNotRepeated) {
  StatusOr<Program> branch = gradient(
      loopOf(R"(%p = stablehlo.compare LT, %h, %w : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = "stablehlo.if"(%p) ({
      stablehlo.custom_call @seen(%h) {has_side_effect = true} : (tensor<f32>) -> ()
      %4 = stablehlo.multiply %h, %w : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }, {
      stablehlo.return %h : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    %1 = stablehlo.multiply %3, %3 : tensor<f32>)"));
  ASSERT_TRUE(branch.ok()) << branch.status();
  EXPECT_EQ(countOps(branch->body.ops, Opcode::CustomCall), 1);
  StatusOr<Program> loop = gradient(loopOf(
      R"(%3:3 = stablehlo.while(%j = %zero, %k = %h, %n = %zero) : tensor<i32>, tensor<f32>, tensor<i32>
    cond {
      %five = stablehlo.constant dense<5> : tensor<i32>
      %4 = stablehlo.compare LT, %j, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.add %j, %one : tensor<i32>
      %5 = stablehlo.multiply %k, %w : tensor<f32>
      %6 = stablehlo.custom_call @seen(%n) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
      stablehlo.return %4, %5, %6 : tensor<i32>, tensor<f32>, tensor<i32>
    }
    %1 = stablehlo.multiply %3#1, %3#1 : tensor<f32>)"));
  ASSERT_TRUE(loop.ok()) << loop.status();
  EXPECT_EQ(countOps(loop->body.ops, Opcode::CustomCall), 1);
}

// The factor is what a call returned, so the gradient would need another call.
TEST(Loops, EffectsThatAGradientNeedsAreRefused) {
  const std::string factor =
      R"(%3 = stablehlo.custom_call @draw(%i) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
    %4 = stablehlo.convert %3 : (tensor<i32>) -> tensor<f32>
    %5 = stablehlo.multiply %4, %w : tensor<f32>
    %1 = stablehlo.multiply %h, %5 : tensor<f32>)";
  const Status status = gradient(loopOf(factor)).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  EXPECT_EQ(opOf(status), "custom_call");
  EXPECT_EQ(locationOf(status), "model:11:10");
  EXPECT_TRUE(
      absl::StrContains(status.message(), "would run the call of \"draw\" in a body a second time"))
      << status;
  EXPECT_TRUE(
      gradient(loopOf(absl::StrReplaceAll(factor, {{" {has_side_effect = true}", ""}}))).ok());
}

TEST(Loops, OpsInBodiesAreRefusedWhereTheyAre) {
  Status status = gradient(loopOf(R"(%3 = stablehlo.multiply %h, %w : tensor<f32>
    %1 = stablehlo.bitcast_convert %3 : (tensor<f32>) -> tensor<f32>)"))
                      .status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  EXPECT_EQ(opOf(status), "bitcast_convert");
  EXPECT_EQ(locationOf(status), "model:12:10");
  // An op without a location gets the location of the loop.
  StatusOr<Program> program = formats::parseStableHlo(
      loopOf("%1 = stablehlo.bitcast_convert %h : (tensor<f32>) -> tensor<f32>"), "model");
  ASSERT_TRUE(program.ok()) << program.status();
  for (Op& op : program->body.ops.back().regions[1].ops)
    op.location = -1;
  status = gradientOf(*std::move(program), {.arguments = {1}}).status();
  EXPECT_EQ(opOf(status), "bitcast_convert");
  EXPECT_EQ(locationOf(status), "model:4:10");
}

// A long body must not overflow the stack, because nothing recurses over its length.
TEST(Loops, LongBodies) {
  StatusOr<Program> program =
      formats::parseStableHlo(loopOf("%1 = stablehlo.multiply %h, %w : tensor<f32>"), "model");
  ASSERT_TRUE(program.ok()) << program.status();
  Region& body = program->body.ops.back().regions[1];
  ValueId last = body.results[1];
  for (int i = 0; i < 100'000; ++i) {
    ValueId next = program->addValue({DType::F32, {}});
    body.ops.push_back({Opcode::Add, {last, last}, {next}, {}, {}});
    last = next;
  }
  body.results[1] = last;
  StatusOr<Program> derived = gradientOf(*std::move(program), {.arguments = {0, 1}});
  ASSERT_TRUE(derived.ok()) << derived.status();
  EXPECT_GT(derived->body.ops.back().regions[1].ops.size(), 100'000u);
}

// The time of a gradient must not be quadratic in the number of calls.
TEST(Loops, ManyCalls) {
  Program program;
  ValueId x = program.addValue({DType::F32, {}});
  program.body.params = {x};
  for (int i = 0; i < 20'000; ++i) {
    ValueId param = program.addValue({DType::F32, {}}), square = program.addValue({DType::F32, {}}),
            result = program.addValue({DType::F32, {}});
    Op call{Opcode::Call, {x}, {result}, {}, {}};
    call.regions.push_back(
        {{param}, {{Opcode::Multiply, {param, param}, {square}, {}, {}}}, {square}});
    program.body.ops.push_back(std::move(call));
    x = result;
  }
  program.body.results = {x};
  StatusOr<Program> derived = gradientOf(std::move(program), {.arguments = {0}});
  ASSERT_TRUE(derived.ok()) << derived.status();
  EXPECT_GE(countOps(derived->body.ops, Opcode::Multiply), 60'000);
}

} // namespace
} // namespace lz::autodiff
