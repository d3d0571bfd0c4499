// Passes run by name, and verification of programs.
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "compiler/Compiler.h"
#include "exec/HostCalls.h"
#include "hlo/passes/Pipelines.h"
#include "ops/CaseFiles.h"

#include <gtest/gtest.h>

namespace lz::compiler {
namespace {

Program read(const std::string& text) {
  StatusOr<Program> program = parseModule(text, "t.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  return program.value_or(Program());
}

std::vector<TensorType> typesOf(const Program& program, absl::Span<const ValueId> values) {
  std::vector<TensorType> types;
  for (ValueId value : values)
    types.push_back(program.type(value));
  return types;
}

// (x + y) * (x + y), where the sum is two separate ops. y is donated.
Program twice() {
  return read("func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32> {jax.buffer_donor = true}) -> "
              "tensor<2xf32> {\n"
              "  %0 = stablehlo.add %x, %y : tensor<2xf32>\n"
              "  %1 = stablehlo.add %x, %y : tensor<2xf32>\n"
              "  %2 = stablehlo.multiply %0, %1 : tensor<2xf32>\n"
              "  return %2 : tensor<2xf32>\n"
              "}\n");
}

TEST(RunPasses, DonationAndPlacesStay) {
  StatusOr<Program> merged = runPasses(twice(), "lz-cse", {});
  ASSERT_TRUE(merged.ok()) << merged.status();
  ASSERT_EQ(merged->body.ops.size(), 2u);
  EXPECT_EQ(merged->donated, twice().donated);
  const Op& add = merged->body.ops[0];
  EXPECT_EQ(merged->locations[size_t(add.location)], "t.mlir:2:8");
}

TEST(RunPasses, EachAsOftenAsItIsNamed) {
  StatusOr<Program> made = runPasses(twice(), "lz-dce, cse ,lz-dce,lz-cse", {});
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(made->body.ops.size(), 2u);
  for (const std::string& name : hlo::pipelinePasses())
    EXPECT_TRUE(runPasses(twice(), name, {.verify = true}).ok()) << name;
}

TEST(RunPasses, NamesOfNone) {
  for (const char* names : {"", "lz-", "lz-cse;lz-dce", "cse,", "Cse", "lz-form-regions"}) {
    Status status = runPasses(twice(), names, {}).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << names << ": " << status;
    EXPECT_TRUE(absl::StrContains(status.message(), "lz-fold-constants")) << status;
  }
}

class Log final : public exec::HostCall {
public:
  Log() : HostCall("log", {.hasEffects = true}) {}
  Status run(const exec::CallArgs&) const override { return okStatus(); }
};

// A function with effects is called as often as the program says, even if the text does not state
// that it has effects.
TEST(RunPasses, HostCallsWithEffectsStay) {
  const Program calls = read("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                             "  %0 = stablehlo.custom_call @log(%x) : (tensor<2xf32>) -> "
                             "tensor<2xf32>\n"
                             "  return %x : tensor<2xf32>\n"
                             "}\n");
  CompileOptions options;
  EXPECT_EQ(runPasses(calls, "lz-hlo", options)->body.ops.size(), 0u);
  options.hostCalls = std::make_shared<exec::HostCalls>();
  ASSERT_TRUE(options.hostCalls->add(std::make_shared<Log>()).ok());
  EXPECT_EQ(runPasses(calls, "lz-hlo", options)->body.ops.size(), 1u);
}

// All passes together leave a valid program with the same types.
TEST(RunPasses, CaseFiles) {
  int programs = 0;
  for (const test::CaseProgram& one : test::readCaseFiles(LAZULI_CASES)) {
    StatusOr<Program> program =
        parseModule(absl::StrReplaceAll(one.text, {{"$T", "f32"}}), one.name);
    if (!program.ok())
      continue;
    StatusOr<Program> made =
        runPasses(*program, "lz-hlo", {.numerics = Numerics::Strict, .verify = true});
    if (absl::IsUnimplemented(made.status()))
      continue;
    ASSERT_TRUE(made.ok()) << one.name << ": " << made.status();
    EXPECT_TRUE(verifyProgram(*made).ok()) << one.name << ": " << verifyProgram(*made);
    EXPECT_EQ(made->body.params.size(), program->body.params.size()) << one.name;
    ASSERT_EQ(made->body.results.size(), program->body.results.size()) << one.name;
    if (!absl::StrContains(one.text, "complex"))
      EXPECT_EQ(typesOf(*made, made->body.results), typesOf(*program, program->body.results))
          << one.name;
    ++programs;
  }
  EXPECT_GT(programs, 100);
}

TEST(VerifyProgram, SaysWhatIsWrong) {
  EXPECT_TRUE(verifyProgram(twice()).ok());
  Program wrong = twice();
  wrong.types[size_t(wrong.body.ops[1].results[0])].dims = {3};
  Status status = verifyProgram(wrong);
  EXPECT_TRUE(absl::IsInternal(status)) << status;
  EXPECT_TRUE(absl::StrContains(status.message(), "t.mlir:3:8")) << status;
}

} // namespace
} // namespace lz::compiler
