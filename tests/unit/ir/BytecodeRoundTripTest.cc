// A program that is written as bytecode or as a portable artifact is read as the same program.
#include "absl/strings/str_replace.h"
#include "formats/ReadModule.h"
#include "formats/bytecode/Bytecode.h"
#include "formats/stablehlo/StableHloText.h"
#include "ops/CaseFiles.h"

#include <gtest/gtest.h>
#include <regex>

namespace lz::formats {
namespace {

void expectSame(const Program& program, const std::string& bytes, const std::string& name) {
  StatusOr<Program> again = readModule(bytes, name);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(printStableHlo(*again), printStableHlo(program)) << name;
}

// Portable artifacts have no ops of chlo.
bool usesChlo(const Program& program) {
  return printStableHlo(program).find("chlo.") != std::string::npos;
}

void expectRoundTrips(const Program& program, const std::string& name) {
  expectSame(program, printBytecode(program), name + ".bytecode");
  StatusOr<std::string> portable = printPortable(program);
  EXPECT_EQ(portable.ok(), !usesChlo(program)) << portable.status();
  if (!portable.ok()) {
    EXPECT_TRUE(absl::IsUnimplemented(portable.status())) << portable.status();
    return;
  }
  // An artifact states defaults that a text may omit (lower = false), and reading may omit stated
  // defaults. So only the program after a first reading must stay the same. round_trip_test
  // compares the results of the programs.
  StatusOr<Program> plain = readModule(*portable, name);
  ASSERT_TRUE(plain.ok()) << plain.status();
  StatusOr<std::string> again = printPortable(*plain);
  ASSERT_TRUE(again.ok()) << again.status();
  expectSame(*plain, *again, name + ".portable");
}

TEST(BytecodeRoundTrip, CaseFiles) {
  int programs = 0;
  for (const test::CaseProgram& one : test::readCaseFiles(LAZULI_CASES)) {
    StatusOr<Program> program =
        parseStableHlo(absl::StrReplaceAll(one.text, {{"$T", "f32"}}), one.name);
    if (!program.ok())
      continue; // no program for this type
    expectRoundTrips(*program, one.name);
    ++programs;
  }
  EXPECT_GT(programs, 100);
}

// Returns a program of one elementwise op on parameters of one type, or nullopt if the op does not
// accept the type.
std::optional<Program> programOf(const OpInfo& info, DType dtype) {
  const TensorType type{dtype, {2, 3}};
  std::string operands, types, parameters;
  for (int i = 0; i < info.numOperands; ++i) {
    absl::StrAppend(&operands, i ? ", " : "", "%p", i);
    absl::StrAppend(&types, i ? ", " : "", type.str());
    absl::StrAppend(&parameters, i ? ", " : "", "%p", i, ": ", type.str());
  }
  const std::string name(info.fullName);
  for (const std::string& result : {type.str(), TensorType{DType::Pred, {2, 3}}.str()}) {
    StatusOr<Program> program =
        parseStableHlo(absl::StrCat("func.func @main(", parameters, ") -> ", result,
                                    " {\n  %r = \"", name, "\"(", operands, ") : (", types, ") -> ",
                                    result, "\n  return %r : ", result, "\n}\n"),
                       name);
    if (program.ok())
      return *program;
  }
  return std::nullopt;
}

TEST(BytecodeRoundTrip, ElementwiseOpsOfEveryType) {
  int programs = 0;
  for (size_t code = 0; code < kNumOpcodes; ++code) {
    const OpInfo& info = opInfo(Opcode(code));
    if (info.kind != OpKind::Elementwise || !info.attrs.empty())
      continue;
    for (DType dtype :
         {DType::Pred, DType::S2, DType::U4, DType::S8, DType::U16, DType::S32, DType::U64,
          DType::F16, DType::BF16, DType::F32, DType::F64, DType::C64, DType::C128, DType::F8E5M2,
          DType::F8E3M4, DType::F4E2M1FN, DType::F6E3M2FN, DType::F8E8M0FNU})
      if (std::optional<Program> program = programOf(info, dtype)) {
        expectRoundTrips(*program, std::string(info.fullName));
        ++programs;
      }
  }
  EXPECT_GT(programs, 300);
}

TEST(BytecodeRoundTrip, ConstantsAndPlaces) {
  StatusOr<Program> program = parseStableHlo(R"(
func.func @main(%x: tensor<9xi1> {jax.buffer_donor = true}) -> (tensor<9xi1>, tensor<3xf8E3M4>) {
  %0 = stablehlo.constant dense<[true, false, true, true, false, false, true, false, true]> : tensor<9xi1> loc("model.py":7:3)
  %1 = stablehlo.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf8E3M4> loc("weights")
  %2 = stablehlo.and %0, %x : tensor<9xi1> loc("model.py":8:1)
  %3 = stablehlo.constant dense<true> : tensor<9xi1>
  %4 = stablehlo.constant dense<1.0> : tensor<0x2xf32>
  %5 = stablehlo.xor %2, %3 : tensor<9xi1>
  return %5, %1 : tensor<9xi1>, tensor<3xf8E3M4>
})",
                                             "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  expectRoundTrips(*program, "constants");
  StatusOr<Program> again = readModule(*printPortable(*program), "t.bc");
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->locations, program->locations);
  EXPECT_EQ(again->donated, program->donated);
}

TEST(BytecodeRoundTrip, PortableNamesWhatItLacks) {
  StatusOr<Program> program =
      parseStableHlo("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                     "  %0 = chlo.erf %x : tensor<2xf32> -> tensor<2xf32>\n"
                     "  return %0 : tensor<2xf32>\n}\n",
                     "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  Status status = printPortable(*program).status();
  EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
  EXPECT_NE(status.message().find("[erf] is an op of chlo"), absl::string_view::npos) << status;
  EXPECT_EQ(locationOf(status), "t.mlir:2:8");
}

} // namespace
} // namespace lz::formats
