// The phases of a compilation, and where it can stop.
#include "absl/strings/match.h"
#include "compiler/Compilation.h"
#include "hlo/build/Bridge.h"
#include "hlo/passes/Pipelines.h"

#include <gtest/gtest.h>
#include <set>

namespace lz::compiler {
namespace {

constexpr char kTwins[] = R"(
func.func @main(%x: tensor<300x40xf32>, %y: tensor<40x8xf32>) -> tensor<300x8xf32> {
  %0 = stablehlo.tanh %x : tensor<300x40xf32>
  %1 = stablehlo.tanh %x : tensor<300x40xf32>
  %2 = stablehlo.add %0, %1 : tensor<300x40xf32>
  %3 = stablehlo.dot_general %2, %y, contracting_dims = [1] x [0] : (tensor<300x40xf32>, tensor<40x8xf32>) -> tensor<300x8xf32>
  return %3 : tensor<300x8xf32>
})";

StatusOr<std::string> until(const std::string& stop) {
  StatusOr<Program> program = parseModule(kTwins, "twins.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  return compileUntil(*program, {}, stop);
}

size_t tanhs(const std::string& text) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find("tanh", at)) != std::string::npos; ++at)
    ++count;
  return count;
}

TEST(Phases, ThePointsHaveOneNameEach) {
  std::set<std::string> names;
  size_t passes = 0;
  for (const StopPoint& point : stopPoints()) {
    EXPECT_TRUE(names.insert(point.name).second) << point.name;
    EXPECT_EQ(point.summary.empty(), point.isPass) << point.name;
    passes += point.isPass;
  }
  EXPECT_EQ(passes, hlo::pipelinePasses().size());
}

TEST(Phases, ACompilationStopsBehindEach) {
  for (const StopPoint& point : stopPoints()) {
    StatusOr<std::string> text = until(point.name);
    ASSERT_TRUE(text.ok()) << point.name << ": " << text.status();
    EXPECT_FALSE(text->empty()) << point.name;
  }
}

TEST(Phases, APassThatTheStopLeavesOutHasNotRun) {
  EXPECT_EQ(tanhs(*until("hlo")), 2u);
  EXPECT_EQ(tanhs(*until("lz-canonicalize")), 2u);
  EXPECT_EQ(tanhs(*until("lz-cse")), 1u);
  EXPECT_EQ(tanhs(*until("passes")), 1u);
}

TEST(Phases, EachShowsWhatItMakes) {
  EXPECT_FALSE(absl::StrContains(*until("passes"), "lz.region"));
  EXPECT_TRUE(absl::StrContains(*until("regions"), "lz.region"));
  EXPECT_TRUE(absl::StrContains(*until("plans"), "schedule: "));
  EXPECT_TRUE(absl::StrContains(*until("kernels"), "machine code: "));
  EXPECT_TRUE(absl::StrContains(*until("thunks"), "executable main"));
}

TEST(Phases, ANameOfNoneIsRefusedWithAllThatThereAre) {
  Status status = until("lz-cse,3").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(absl::StrContains(
      status.message(),
      "no phase or pass is called \"lz-cse,3\"; use one of these, which run in this order: hlo, "
      "lz-inline-calls, "))
      << status;
  EXPECT_TRUE(
      absl::StrContains(status.message(), "passes, regions, plans, steps, memory, kernels, thunks"))
      << status;
  EXPECT_FALSE(until("").ok());
}

// A compilation can stop after a pass that is switched off.
TEST(Phases, ACompilationStopsBehindAPassThatIsOff) {
  StatusOr<Program> program = parseModule(kTwins, "twins.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  CompileOptions options;
  options.disabled = {"lz-cse"};
  StatusOr<std::string> text = compileUntil(*program, options, "lz-cse,2");
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_EQ(tanhs(*text), 2u);
}

// A phase that has run does not run again.
TEST(Phases, ACompilationGoesOnWhereItStopped) {
  StatusOr<Program> program = parseModule(kTwins, "twins.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  std::shared_ptr<codegen::JitCache> cache = codegen::makeJitCache();
  StatusOr<Compilation> compilation = makeCompilation(*program, {}, *context, *cache);
  ASSERT_TRUE(compilation.ok()) << compilation.status();
  ASSERT_TRUE(runPhases(*compilation, "plans").ok());
  EXPECT_FALSE(compilation->kernels.kernels.empty());
  EXPECT_EQ(compilation->executable, nullptr);
  ASSERT_TRUE(runPhases(*compilation).ok());
  EXPECT_NE(compilation->executable, nullptr);
}

} // namespace
} // namespace lz::compiler
