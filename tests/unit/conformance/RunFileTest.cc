// Tests the runner itself: wrong files must be reported as failed.
#include "RunFile.h"

#include "Apart.h"
#include "Checks.h"
#include "Generated.h"
#include "absl/strings/str_replace.h"
#include "formats/bytecode/Bytecode.h"
#include "formats/stablehlo/StableHloText.h"
#include "spec/OpAttrs.inc.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace lz::conformance {
namespace {

class Kept : public Journal {
public:
  void begins(const std::string&, Step) override {}
  void ends(const Outcome& outcome) override { outcomes.push_back(outcome); }

  std::vector<Outcome> outcomes;
};

class RunFile : public testing::Test {
protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "lz-conformance-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& file, const std::string& text) {
    std::filesystem::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file, std::ios::binary) << text;
  }
  // "read passed, interpreted failed, ..."
  std::string run(const std::string& file, const std::string& text) {
    write(file, text);
    Kept kept;
    runFile(file, {folder_, 5}, kept);
    std::string verdicts;
    for (const Outcome& outcome : kept.outcomes)
      verdicts += std::string(verdicts.empty() ? "" : ", ") + nameOf(outcome.step) + ' ' +
                  nameOf(outcome.verdict);
    reasons_.clear();
    for (const Outcome& outcome : kept.outcomes)
      reasons_ += outcome.reason + "\n";
    return verdicts;
  }

  std::filesystem::path folder_;
  std::string reasons_;
};

std::string negation(const std::string& expected) {
  return "func.func @main() {\n  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>\n"
         "  %0 = stablehlo.negate %x : tensor<2xi64>\n  check.expect_eq_const %0, dense<" +
         expected + "> : tensor<2xi64>\n  return\n}\n";
}

TEST_F(RunFile, SeesWrongValuesInterpretedAndCompiled) {
  EXPECT_EQ(run("a.mlir", negation("[-1, -2]")),
            "read passed, interpreted passed, compiled passed");
  EXPECT_EQ(run("b.mlir", negation("[-1, 2]")), "read passed, interpreted failed, compiled failed");
  EXPECT_NE(reasons_.find("[check.expect_eq] element [1] of tensor<2xi64> is -2, expected 2"),
            std::string::npos)
      << reasons_;
}

TEST_F(RunFile, RunsEachModuleOfAFile) {
  EXPECT_EQ(run("a.mlir",
                negation("[-1, -2]") + "// -----\n// a comment\n// -----\n" + negation("[1, 2]")),
            "read passed, interpreted passed, compiled passed, "
            "read passed, interpreted failed, compiled failed");
}

TEST_F(RunFile, ClosesOpenShapesOfParameters) {
  EXPECT_EQ(run("a.mlir",
                "func.func @main(%n: tensor<i64>, %x: tensor<?x3xf32>) -> tensor<?xf32> {\n"
                "  %three = stablehlo.constant dense<3> : tensor<i64>\n"
                "  %0 = stablehlo.multiply %n, %three : tensor<i64>\n"
                "  %1 = stablehlo.reshape %0 : (tensor<i64>) -> tensor<1xi64>\n"
                "  %2 = stablehlo.dynamic_reshape %x, %1 : (tensor<?x3xf32>, tensor<1xi64>) "
                "-> tensor<?xf32>\n"
                "  return %2 : tensor<?xf32>\n}\n"),
            "read passed, interpreted passed, compiled passed")
      << reasons_;
}

TEST_F(RunFile, ClosesOpenShapesOfCalledFunctions) {
  EXPECT_EQ(run("a.mlir", "func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
                          "  %0 = call @twice(%x) : (tensor<?xf32>) -> tensor<?xf32>\n"
                          "  return %0 : tensor<?xf32>\n}\n"
                          "func.func private @twice(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
                          "  %0 = stablehlo.add %x, %x : tensor<?xf32>\n"
                          "  return %0 : tensor<?xf32>\n}\n"),
            "read passed, interpreted passed, compiled passed")
      << reasons_;
}

TEST_F(RunFile, ChecksThatSayTrueAreCompiled) {
  const std::string head = "func.func @main() -> tensor<i1> {\n"
                           "  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>\n"
                           "  %0 = stablehlo.negate %x : tensor<2xi64>\n"
                           "  %y = stablehlo.constant dense<",
                    tail = "> : tensor<2xi64>\n  %r = stablehlo.custom_call @check.eq(%0, %y) : "
                           "(tensor<2xi64>, tensor<2xi64>) -> tensor<i1>\n"
                           "  return %r : tensor<i1>\n}\n";
  EXPECT_EQ(run("a.mlir", head + "[-1, -2]" + tail),
            "read passed, interpreted passed, compiled passed")
      << reasons_;
  EXPECT_EQ(run("b.mlir", head + "[-1, 2]" + tail),
            "read passed, interpreted failed, compiled failed");
}

// Computes x * x - y. At level strict the product is rounded, so the first element is 0. At level
// standard the product and the subtraction are one fused multiply-add, so it is 2^-24.
TEST_F(RunFile, StatedResultsMayHoldAtTheLevelStrictAlone) {
  const std::string text = R"(func.func @main() {
  %x = stablehlo.constant dense<[1.000244140625, 1.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[1.00048828125, 1.0]> : tensor<2xf32>
  %0 = stablehlo.multiply %x, %x : tensor<2xf32>
  %1 = stablehlo.subtract %0, %y : tensor<2xf32>
  %e = stablehlo.constant dense<[EXPECTED, 0.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%1, %e) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
)";
  EXPECT_EQ(run("a.mlir", absl::StrReplaceAll(text, {{"EXPECTED", "0.0"}})),
            "read passed, interpreted passed, compiled passed")
      << reasons_;
  EXPECT_EQ(run("b.mlir", absl::StrReplaceAll(text, {{"EXPECTED", "1.0"}})),
            "read passed, interpreted failed, compiled failed");
}

TEST_F(RunFile, TellsRefusedFromWrongText) {
  EXPECT_EQ(run("a.mlir", "func.func @main(%t: !stablehlo.token) -> !stablehlo.token {\n"
                          "  %0:2 = \"stablehlo.infeed\"(%t) : (!stablehlo.token) -> "
                          "(tensor<2xf32>, !stablehlo.token)\n"
                          "  return %0#1 : !stablehlo.token\n}\n"),
            "read unsupported, interpreted unsupported, compiled unsupported");
  EXPECT_EQ(run("b.mlir", "func.func @main() {"),
            "read failed, interpreted failed, compiled failed");
  EXPECT_EQ(run("missing.bc", "MLxR"), "read failed, interpreted failed, compiled failed");
}

TEST_F(RunFile, ComparesWithTheInterpreterOnGeneratedArguments) {
  EXPECT_EQ(run("a.mlir", "func.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {\n"
                          "  %0 = stablehlo.tanh %x : tensor<3x4xf32>\n"
                          "  return %0 : tensor<3x4xf32>\n}\n"),
            "read passed, interpreted passed, compiled passed");
  EXPECT_EQ(run("a.hlo", "HloModule m\nENTRY e {\n  x = f32[2] parameter(0)\n"
                         "  ROOT r = f32[2] negate(x)\n}\n"),
            "read passed, interpreted passed, compiled passed");
  EXPECT_EQ(run("c.hlo", "# a comment of protobuf\nname: \"m\"\n"),
            "read unsupported, interpreted unsupported, compiled unsupported");
  EXPECT_EQ(run("b.hlo", "x = f32[2] parameter(0)\nROOT r = f32[3] negate(x)\n"),
            "read passed, interpreted failed, compiled failed");
}

TEST_F(RunFile, ComparesBytecodeWithItsText) {
  const std::string text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                           "  %0 = stablehlo.negate %x : tensor<2xf32>\n"
                           "  return %0 : tensor<2xf32>\n}\n";
  StatusOr<Program> program = formats::parseStableHlo(text, "t");
  ASSERT_TRUE(program.ok());
  const std::string bytes = formats::printBytecode(*program);
  write("a.mlir", text);
  EXPECT_EQ(run("a.mlir.bc", bytes), "read passed");
  EXPECT_EQ(findFiles(folder_), (std::vector<std::string>{"a.mlir.bc"}));
  write("a.mlir", "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                  "  %0 = stablehlo.abs %x : tensor<2xf32>\n"
                  "  return %0 : tensor<2xf32>\n}\n");
  EXPECT_EQ(run("a.mlir.bc", bytes), "read failed");
  EXPECT_EQ(run("alone.bc", bytes), "read passed, interpreted passed, compiled passed");
}

TEST_F(RunFile, CountsWhatTheFileDisablesApart) {
  const std::string line = "// RUN-DISABLED(inaccurate) x %s | y --interpret\n";
  EXPECT_EQ(run("a.mlir", line + negation("[1, 2]")),
            "read passed, interpreted disabled, compiled disabled");
  EXPECT_NE(reasons_.find("RUN-DISABLED(inaccurate): failed, [check"), std::string::npos)
      << reasons_;
  EXPECT_EQ(disabledReason(line + "// RUN: x --interpret\n"), std::nullopt);
  EXPECT_EQ(disabledReason("// RUN-DISABLED(x) y\n"), std::nullopt);
}

TEST_F(RunFile, FindsFilesOfAllKindsBelow) {
  for (const char* file : {"b/c.mlir", "a.hlo", "d.txt", "b/e/f.mlirbc"})
    write(file, "");
  EXPECT_EQ(findFiles(folder_), (std::vector<std::string>{"a.hlo", "b/c.mlir", "b/e/f.mlirbc"}));
}

TEST(Checks, StayInOrderWithTheirOperands) {
  StatusOr<Program> program = formats::parseStableHlo(R"(
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %s = stablehlo.constant dense<3> : tensor<i64>
  %0 = stablehlo.negate %x : tensor<2xi64>
  stablehlo.custom_call @check.expect_eq(%s, %s) {has_side_effect = true} : (tensor<i64>, tensor<i64>) -> ()
  stablehlo.custom_call @check.expect_eq(%0, %x) {has_side_effect = true} : (tensor<2xi64>, tensor<2xi64>) -> ()
  return
})",
                                                      "t");
  ASSERT_TRUE(program.ok()) << program.status();
  const CheckedProgram checked = withoutChecks(*program);
  EXPECT_EQ(checked.program.body.params.size(), 1u);
  EXPECT_EQ(checked.constants.size(), 1u);
  EXPECT_EQ(checked.program.body.results.size(), 4u);
  const Literal three = Literal::splatInt({DType::S64, {}}, 3), x = checked.constants[0];
  EXPECT_EQ(runChecks(checked, {three, three, x, x}), okStatus());
  EXPECT_FALSE(runChecks(checked, {three, three, Literal::splatInt({DType::S64, {2}}, 0), x}).ok());
}

TEST(Generated, ArgumentsNeedNotKeepPromises) {
  StatusOr<Program> program = formats::parseStableHlo(R"(
func.func @main(%x: tensor<4xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {indices_are_sorted = true, unique_indices = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
})",
                                                      "t");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_TRUE(ScatterAttrs(program->body.ops[0].attrs).uniqueIndices());
  const Program without = withoutPromises(*program);
  EXPECT_FALSE(ScatterAttrs(without.body.ops[0].attrs).uniqueIndices());
  EXPECT_FALSE(ScatterAttrs(without.body.ops[0].attrs).indicesAreSorted());
}

TEST(Generated, AllowsRoundingsAndNoMore) {
  Program program;
  program.addValue({DType::F32, {2}});
  const Literal one = Literal::splat({DType::F32, {2}}, 1),
                near = Literal::splat({DType::F32, {2}}, 1.0001),
                far = Literal::splat({DType::F32, {2}}, 1.001);
  EXPECT_EQ(compareResults(program, {near}, {one}), okStatus());
  EXPECT_FALSE(compareResults(program, {far}, {one}).ok());
  program.addValue({DType::BF16, {2}});
  EXPECT_EQ(compareResults(program, {far}, {one}), okStatus());
  EXPECT_FALSE(compareResults(program, {Literal::splatInt({DType::S32, {}}, 1)},
                              {Literal::splatInt({DType::S32, {}}, 2)})
                   .ok());
}

TEST(Generated, LeavesLongSumsOfSmallFloats) {
  auto sum = [](const std::string& n) {
    return formats::parseStableHlo(
        "func.func @main(%x: tensor<" + n +
            "xf16>) -> tensor<f16> {\n"
            "  %z = stablehlo.constant dense<0.0> : tensor<f16>\n"
            "  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions "
            "= [0] : (tensor<" +
            n +
            "xf16>, tensor<f16>) -> tensor<f16>\n"
            "  return %0 : tensor<f16>\n}\n",
        "t");
  };
  auto run = [](const Program& program) {
    return interpretWithin(program, {Literal(program.type(program.body.params[0]))}, 5).status();
  };
  StatusOr<Program> short_ = sum("2048"), long_ = sum("2049");
  ASSERT_TRUE(short_.ok() && long_.ok()) << short_.status();
  EXPECT_EQ(run(*short_), okStatus());
  EXPECT_TRUE(absl::IsCancelled(run(*long_)));
}

TEST(Generated, EndsWhatTakesTooLong) {
  StatusOr<Program> program = formats::parseStableHlo(R"(
func.func @main(%x: tensor<i64>) -> tensor<i64> {
  %r = stablehlo.while(%i = %x) : tensor<i64>
    cond {
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %n = stablehlo.add %i, %i : tensor<i64>
      stablehlo.return %n : tensor<i64>
    }
  return %r : tensor<i64>
})",
                                                      "t");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_TRUE(absl::IsCancelled(
      interpretWithin(*program, {Literal::splatInt({DType::S64, {}}, 1)}, 0.05).status()));
}

// Makes the child with this number misbehave.
void misbehave(size_t i, Journal& journal) {
  const std::string name = std::to_string(i);
  journal.begins(name, Step::Read);
  journal.ends({name, Step::Read, Verdict::Passed});
  if (i == 0)
    return;
  journal.begins(name, Step::Compiled);
  if (i == 1)
    raise(SIGABRT);
  if (i == 2)
    for (;;)
      pause();
  _exit(3);
}

TEST(Apart, CrashesAndLoopsCostOneFile) {
  std::vector<std::vector<Outcome>> outcomes(4);
  runApart({"a", "b", "c", "d"}, {2, 0.5}, misbehave,
           [&](size_t i, std::vector<Outcome> told) { outcomes[i] = std::move(told); });
  ASSERT_EQ(outcomes[0].size(), 1u);
  EXPECT_EQ(outcomes[0][0].verdict, Verdict::Passed);
  const char* reasons[] = {"", "ended by signal 6 (Aborted)", "took more than 0.5 s",
                           "ended with status 3"};
  for (size_t i = 1; i < 4; ++i) {
    ASSERT_EQ(outcomes[i].size(), 2u);
    EXPECT_EQ(outcomes[i][1].program, std::to_string(i));
    EXPECT_EQ(outcomes[i][1].step, Step::Compiled);
    EXPECT_EQ(outcomes[i][1].verdict, Verdict::Failed);
    EXPECT_EQ(outcomes[i][1].reason, reasons[i]);
  }
}

TEST(Apart, WhatHasBegunNothingFailsAsItsFile) {
  std::vector<Outcome> outcomes;
  runApart(
      {"a"}, {1, 5}, [](size_t, Journal&) { _exit(1); },
      [&](size_t, std::vector<Outcome> told) { outcomes = std::move(told); });
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_EQ(outcomes[0].program, "a");
  EXPECT_EQ(outcomes[0].verdict, Verdict::Failed);
}

TEST(Apart, LinesStayLines) {
  std::vector<Outcome> outcomes;
  runApart(
      {"a"}, {1, 5},
      [](size_t, Journal& journal) {
        journal.ends({"a", Step::Read, Verdict::Failed, "one\ntwo\tthree"});
      },
      [&](size_t, std::vector<Outcome> told) { outcomes = std::move(told); });
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_EQ(outcomes[0].reason, "one two three");
}

} // namespace
} // namespace lz::conformance
