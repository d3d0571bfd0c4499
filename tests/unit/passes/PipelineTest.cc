#include "Testing.h"

namespace lz::hlo {
namespace {

constexpr char kTwins[] = R"(
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
  %0 = stablehlo.exponential %x : tensor<3xf32>
  %1 = stablehlo.exponential %x : tensor<3xf32>
  %2 = stablehlo.subtract %1, %zero : tensor<3xf32>
  %3 = stablehlo.add %0, %2 : tensor<3xf32>
  return %3 : tensor<3xf32>
})";

TEST(Pipeline, SimplifiesAcrossPasses) {
  Module m(kTwins);
  ASSERT_TRUE(runVerified(m).ok());
  EXPECT_EQ(count(m.str(), "stablehlo."), 2u) << m.str();
}

TEST(Pipeline, TwiceIsOnce) {
  Module m(kTwins);
  ASSERT_TRUE(runVerified(m).ok());
  std::string once = m.str();
  bool changed = false;
  ASSERT_TRUE(runVerified(m, {.report = [&](const PassReport& r) { changed |= r.changed; }}).ok());
  EXPECT_EQ(m.str(), once);
  EXPECT_FALSE(changed);
}

// Level strict rounds each addition, even if a sum is made in two steps.
TEST(Pipeline, StrictSumsOf16BitsHaveNoPartsOf32) {
  for (bool strict : {false, true}) {
    Module m(R"(
func.func @main(%x: tensor<300x300xbf16>, %i: tensor<bf16>) -> tensor<bf16> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x300xbf16>, tensor<bf16>) -> tensor<bf16>
  return %0 : tensor<bf16>
})");
    ASSERT_TRUE(runVerified(m, {.strict = strict}).ok());
    EXPECT_EQ(count(m.str(), "stablehlo.reduce"), 2u) << m.str();
    EXPECT_EQ(count(m.str(), "f32") == 0, strict) << m.str();
  }
}

TEST(Pipeline, PassesAreSwitchedOffByName) {
  Module m(kTwins);
  std::vector<std::string> ran;
  PipelineOptions options;
  options.disabled = {"cse", "lz-simplify-algebra"};
  options.report = [&](const PassReport& report) { ran.push_back(report.name); };
  ASSERT_TRUE(runVerified(m, options).ok());
  EXPECT_EQ(count(m.str(), "exponential"), 2u);
  EXPECT_EQ(count(m.str(), "subtract"), 1u);
  EXPECT_EQ(ran.front(), "lz-inline-calls");
  EXPECT_EQ(std::count(ran.begin(), ran.end(), "lz-cse"), 0);
}

TEST(Pipeline, DumpsAfterEveryPass) {
  Module m(kTwins);
  PipelineOptions options;
  int dumps = 0;
  options.dump = [&](const PassReport&, mlir::ModuleOp module) { dumps += module ? 1 : 0; };
  ASSERT_TRUE(runVerified(m, options).ok());
  EXPECT_EQ(size_t(dumps), pipelinePasses().size());
}

// Gives the sum another type than its operands have.
void breakSum(mlir::ModuleOp module) {
  module.walk([](mlir::Operation* op) {
    if (op->getName().getStringRef() == "stablehlo.add")
      op->getResult(0).setType(
          mlir::RankedTensorType::get({4}, mlir::Float32Type::get(op->getContext())));
  });
}

TEST(Pipeline, APassThatLeavesAnInvalidModuleIsNamed) {
  Module m(kTwins);
  breakSum(*m.module);
  Status status = runVerified(m);
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_NE(status.message().find("[verify] lz-inline-calls makes a module that is not valid: "),
            absl::string_view::npos)
      << status;
  EXPECT_NE(status.message().find("[add]"), absl::string_view::npos) << status;
}

TEST(Pipeline, ErrorsHaveTheirPlace) {
  Module m(R"(
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @main(%x) : (tensor<i32>) -> tensor<i32> loc("model.py":7:3)
  return %0 : tensor<i32>
})");
  Status status = runVerified(m);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("calls itself"), absl::string_view::npos) << status;
  EXPECT_EQ(locationOf(status).find("model.py:7"), 0u) << locationOf(status);
}

// At level strict, rules that may change roundings are off, and exact ones stay on.
TEST(Pipeline, StrictKeepsPowers) {
  const char* text = R"(
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %two = stablehlo.constant dense<2.0> : tensor<3xf32>
  %three = stablehlo.constant dense<3.0> : tensor<3xf32>
  %half = stablehlo.constant dense<0.5> : tensor<3xf32>
  %0 = stablehlo.power %x, %two : tensor<3xf32>
  %1 = stablehlo.power %x, %three : tensor<3xf32>
  %2 = stablehlo.power %x, %half : tensor<3xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
})";
  Module strict(text), standard(text);
  ASSERT_TRUE(runVerified(strict, {.strict = true}).ok());
  ASSERT_TRUE(runVerified(standard).ok());
  EXPECT_EQ(count(strict.str(), "stablehlo.power"), 2u) << strict.str();
  EXPECT_EQ(count(strict.str(), "stablehlo.multiply"), 1u) << strict.str();
  EXPECT_EQ(count(strict.str(), "stablehlo.sqrt"), 0u) << strict.str();
  EXPECT_EQ(count(standard.str(), "stablehlo.power"), 0u) << standard.str();
}

// Long chains must compile: nothing recurses over the length of a chain, and no time is quadratic
// in the length.
TEST(Pipeline, LongChains) {
  constexpr int kLength = 200'000;
  Program program;
  TensorType type{DType::F32, {3}};
  ValueId value = program.addValue(type);
  program.body.params = {value};
  for (int i = 0; i < kLength; ++i) {
    ValueId next = program.addValue(type);
    program.body.ops.push_back(
        {.opcode = i % 2 ? Opcode::Negate : Opcode::Tanh, .operands = {value}, .results = {next}});
    value = next;
  }
  program.body.results = {value};
  Module m(program);
  ASSERT_TRUE(runVerified(m).ok());
  auto main = m.module->lookupSymbol<mlir::func::FuncOp>("main");
  EXPECT_EQ(main.getBody().front().getOperations().size(), size_t(kLength) + 1);
}

// A dead chain is removed as well.
TEST(Pipeline, LongDeadChains) {
  constexpr int kLength = 200'000;
  Program program;
  TensorType type{DType::F32, {3}};
  ValueId value = program.addValue(type);
  program.body.params = {value};
  for (int i = 0; i < kLength; ++i) {
    ValueId next = program.addValue(type);
    program.body.ops.push_back({.opcode = Opcode::Tanh, .operands = {value}, .results = {next}});
    value = next;
  }
  program.body.results = program.body.params;
  Module m(program);
  ASSERT_TRUE(runVerified(m).ok());
  EXPECT_EQ(count(m.str(), "tanh"), 0u);
}

} // namespace
} // namespace lz::hlo
