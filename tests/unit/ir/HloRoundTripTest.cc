// A program is written as HLO text, and the text is read. The program that was read is then written
// again: both texts are equal.
#include "absl/strings/str_replace.h"
#include "formats/ReadModule.h"
#include "formats/WriteModule.h"
#include "formats/stablehlo/StableHloText.h"
#include "formats/xla/ParseHlo.h"
#include "ops/CaseFiles.h"
#include "semantics/eval/Evaluate.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <set>

namespace lz::formats {
namespace {

// Ops of CHLO for which XLA has no opcode.
const std::set<std::string> kRefused = {"bessel_i1e", "digamma",    "erf_inv",    "erfc",
                                        "is_inf",     "is_neg_inf", "is_pos_inf", "lgamma",
                                        "next_after", "polygamma",  "zeta"};

// Writes the program and reads it again. Returns nullopt if the program has an op that HLO does not
// have, or a region that captures a value, other than the regions of loops and branches.
std::optional<Program> readAgain(const Program& program, const std::string& name) {
  StatusOr<std::string> text = printHlo(program);
  const bool captures = text.status().message().find("from outside of it") != std::string::npos;
  if (absl::IsUnimplemented(text.status()) && (captures || kRefused.contains(opOf(text.status()))))
    return std::nullopt;
  EXPECT_TRUE(text.ok()) << name << ": " << text.status();
  StatusOr<Program> again = text.ok() ? readModule(*text, name) : text.status();
  EXPECT_TRUE(again.ok()) << name << ": " << again.status() << "\n" << text.value_or("");
  if (!again.ok())
    return std::nullopt;
  StatusOr<std::string> twice = printHlo(*again);
  EXPECT_TRUE(twice.ok()) << name << ": " << twice.status();
  EXPECT_EQ(twice.value_or(""), *text) << name;
  return *std::move(again);
}

TEST(HloRoundTrip, CaseFiles) {
  int programs = 0;
  for (const test::CaseProgram& one : test::readCaseFiles(LAZULI_CASES)) {
    StatusOr<Program> program =
        parseStableHlo(absl::StrReplaceAll(one.text, {{"$T", "f32"}}), one.name);
    if (program.ok() && readAgain(*program, one.name))
      ++programs;
  }
  EXPECT_GT(programs, 100);
}

// Programs that check their own results still do so.
TEST(HloRoundTrip, ConformanceFilesComputeTheSame) {
  const char* given = std::getenv("LAZULI_CONFORMANCE_DIR");
  const std::filesystem::path folder =
      std::filesystem::path(given ? given : LAZULI_CONFORMANCE_DEFAULT) / "testdata";
  if (!std::filesystem::exists(folder))
    GTEST_SKIP() << "no " << folder;
  int programs = 0;
  for (const test::CaseProgram& one : test::readCaseFiles(folder)) {
    StatusOr<Program> program = parseStableHlo(one.text, one.name);
    if (!program.ok() || !program->body.params.empty() || !eval::evaluate(*program, {}).ok())
      continue;
    std::optional<Program> again = readAgain(*program, one.name);
    if (!again)
      continue;
    Status status = eval::evaluate(*again, {}).status();
    EXPECT_TRUE(status.ok()) << one.name << ": " << status;
    ++programs;
  }
  EXPECT_GT(programs, 200);
}

struct Case {
  const char* name;
  const char* text; // the function's body as StableHLO, with %x : tensor<2xf32>
  const char* part; // part of the HLO text
};

const Case kCases[] = {
    {"LoopsCarryWhatTheyCapture",
     R"(  %y = stablehlo.add %x, %x : tensor<2xf32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %a = %x) : tensor<i32>, tensor<2xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.multiply %a, %y : tensor<2xf32>
    stablehlo.return %j, %b : tensor<i32>, tensor<2xf32>
  }
  return %r#1 : tensor<2xf32>)",
     "= (s32[], f32[2], f32[2]) while("},
    {"BranchesTakeWhatTheyCapture",
     R"(  %p = stablehlo.constant dense<true> : tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %a = stablehlo.add %x, %x : tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %r : tensor<2xf32>)",
     "true_computation="},
    {"StretchedBroadcasts",
     R"(  %s = stablehlo.slice %x [0:1] : (tensor<2xf32>) -> tensor<1xf32>
  %r = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<1xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>)",
     "= f32[] reshape("},
    {"ConstantsOfOneValue",
     R"(  %c = stablehlo.constant dense<2.5> : tensor<2xf32>
  %r = stablehlo.add %x, %c : tensor<2xf32>
  return %r : tensor<2xf32>)",
     "constant(2.5)"},
    {"Square",
     R"(  %r = chlo.square %x : tensor<2xf32> -> tensor<2xf32>
  return %r : tensor<2xf32>)",
     "multiply("},
    {"ConfigsOfCustomCalls",
     R"(  %r = stablehlo.custom_call @f(%x) {api_version = 4 : i32, backend_config = {n = 1 : i64}} :
      (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>)",
     "api_version=API_VERSION_TYPED_FFI, backend_config=\"{n = 1 : i64}\""},
};

Program programOf(const std::string& body) {
  return *parseStableHlo("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n" + body + "\n}\n",
                         "t.mlir");
}

TEST(HloRoundTrip, WhatHloSpellsInAnotherWay) {
  for (const Case& c : kCases) {
    const Program program = programOf(c.text);
    StatusOr<std::string> text = printHlo(program);
    ASSERT_TRUE(text.ok()) << c.name << ": " << text.status();
    EXPECT_NE(text->find(c.part), std::string::npos) << c.name << ":\n" << *text;
    EXPECT_TRUE(readAgain(program, c.name));
  }
}

TEST(HloRoundTrip, DonatedParametersStayDonated) {
  StatusOr<Program> program =
      parseStableHlo("func.func @main(%x: tensor<f32>, %y: tensor<f32> {jax.buffer_donor = true}) "
                     "-> tensor<f32> {\n  return %x : tensor<f32>\n}\n",
                     "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  std::optional<Program> again = readAgain(*program, "donated");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->donated, program->donated);
}

TEST(HloRoundTrip, WhatHloLacksIsRefusedByName) {
  const Program lgamma = programOf("  %r = chlo.lgamma %x : tensor<2xf32> -> tensor<2xf32>\n"
                                   "  return %r : tensor<2xf32>");
  Status status = printHlo(lgamma).status();
  EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
  EXPECT_EQ(opOf(status), "lgamma");
  EXPECT_NE(locationOf(status).find("t.mlir:2"), std::string::npos) << status;

  const Program capture = programOf(R"(  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.slice %x [0:1] : (tensor<2xf32>) -> tensor<1xf32>
  %v = stablehlo.reshape %s : (tensor<1xf32>) -> tensor<f32>
  %t = stablehlo.reduce(%x init: %0) across dimensions = [0] :
      (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %c = stablehlo.add %a, %b : tensor<f32>
    %d = stablehlo.add %c, %v : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }
  %r = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> tensor<2xf32>
  return %r : tensor<2xf32>)");
  status = printHlo(capture).status();
  EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
  EXPECT_EQ(opOf(status), "reduce");
}

TEST(WriteModule, CaseFilesInTheGenericForm) {
  int programs = 0;
  for (const test::CaseProgram& one : test::readCaseFiles(LAZULI_CASES)) {
    StatusOr<Program> program =
        parseStableHlo(absl::StrReplaceAll(one.text, {{"$T", "f32"}}), one.name);
    if (!program.ok())
      continue;
    const std::string text = printGenericStableHlo(*program);
    StatusOr<Program> again = parseStableHlo(text, one.name);
    ASSERT_TRUE(again.ok()) << one.name << ": " << again.status() << "\n" << text;
    EXPECT_EQ(printStableHlo(*again), printStableHlo(*program)) << one.name;
    ++programs;
  }
  EXPECT_GT(programs, 100);
}

TEST(WriteModule, EveryFormatIsReadAgain) {
  const Program program = programOf("  return %x : tensor<2xf32>");
  for (const WrittenFormat& format : writtenFormats()) {
    StatusOr<std::string> bytes = writeModule(program, format.name);
    ASSERT_TRUE(bytes.ok()) << format.name << ": " << bytes.status();
    StatusOr<Program> again = readModule(*bytes, std::string(format.name));
    ASSERT_TRUE(again.ok()) << format.name << ": " << again.status();
    EXPECT_EQ(printStableHlo(*again), printStableHlo(program)) << format.name;
  }
  EXPECT_TRUE(absl::IsInvalidArgument(writeModule(program, "onnx").status()));
}

} // namespace
} // namespace lz::formats
