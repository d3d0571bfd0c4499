// Compiles and runs the programs of tests/ops/cases. There is one file per op, with programs
// separated by "// -----". Comment lines say which types replace $T and how far sums may be off:
//   // types: f32 i8      (or: all, floats, numbers, complex)
//   // tolerance: 1e-5
#include "CaseFiles.h"
#include "Harness.h"
#include "absl/strings/str_replace.h"
#include "formats/stablehlo/StableHloText.h"
#include "gtest/gtest.h"
#include "lz-run/Arguments.h"

#include <sstream>

namespace lz::test {
namespace {

struct FileCase {
  std::string name, text;
  double tolerance = 0;
};

void PrintTo(const FileCase& c, std::ostream* out) {
  *out << c.name;
}

// Returns the text after "// key:" in a program, or "".
std::string header(const std::string& text, const std::string& key) {
  size_t at = text.find("// " + key + ":");
  if (at == std::string::npos)
    return "";
  at += key.size() + 4;
  return text.substr(at, text.find('\n', at) - at);
}

std::vector<std::string> typesOf(const std::string& text) {
  std::string names = absl::StrReplaceAll(header(text, "types"), {{"all", "i1 numbers complex"}});
  names = absl::StrReplaceAll(names, {{"numbers", "i8 i16 i32 i64 ui8 ui16 ui32 ui64 floats"}});
  names = absl::StrReplaceAll(names, {{"floats", "f16 bf16 f32 f64"}});
  names = absl::StrReplaceAll(names, {{"complex", "complex<f32> complex<f64>"}});
  std::istringstream words(names);
  std::vector<std::string> types{std::istream_iterator<std::string>(words), {}};
  return types.empty() ? std::vector<std::string>{""} : types;
}

std::vector<FileCase> allFiles() {
  std::vector<FileCase> cases;
  size_t turn = 0;
  for (const CaseProgram& program : readCaseFiles(LZ_OPS_CASES))
    for (const std::string& type : sampledTypes(typesOf(program.text), turn++)) {
      std::string tolerance = header(program.text, "tolerance");
      std::string suffix = absl::StrReplaceAll(type, {{"<", "_"}, {">", ""}});
      cases.push_back({absl::StrCat(program.name, type.empty() ? "" : "_", suffix),
                       absl::StrReplaceAll(program.text, {{"$T", type}}),
                       tolerance.empty() ? 0 : std::stod(tolerance)});
    }
  return cases;
}

class File : public testing::TestWithParam<FileCase> {};

// Returns the tolerance of the file, or 0.02 if a result is a 16-bit float, whose sums round more
// coarsely.
double scaled(double tolerance, const Program& program) {
  for (ValueId id : program.body.results)
    if (DType t = program.type(id).dtype; tolerance > 0 && (t == DType::BF16 || t == DType::F16))
      return 0.02;
  return tolerance;
}

// Returns the absolute error that a program with products of bf16 may have. Products in pairs treat
// denormals as zeros (docs/numerics.md). One of the special values, 2^-133, is a denormal, so sums
// of it may be 0.
double lostDenormals(const Program& program) {
  for (const Op& op : program.body.ops)
    if (op.opcode == Opcode::DotGeneral && program.type(op.operands[0]).dtype == DType::BF16)
      return 0x1p-126;
  return 0;
}

TEST_P(File, CompiledAgreesWithReference) {
  StatusOr<Program> program = formats::parseStableHlo(GetParam().text, GetParam().name);
  ASSERT_TRUE(program.ok()) << program.status();
  auto args = run::loadArguments(*program, {});
  ASSERT_TRUE(args.ok()) << args.status();
  EXPECT_EQ(disagreement(*program, withSpecials(*args),
                         {.relative = scaled(GetParam().tolerance, *program),
                          .absolute = lostDenormals(*program)}),
            "");
}

// The programs contain all kinds of thunks, and call every function of the library that a thunk can
// call.
TEST_P(File, SavedAndLoadedGivesTheSameBits) {
  Program program = *formats::parseStableHlo(GetParam().text, GetParam().name);
  auto args = run::loadArguments(program, {});
  ASSERT_TRUE(args.ok()) << args.status();
  auto expected = runCompiled(program, *args, modeOptions());
  ASSERT_TRUE(expected.ok()) << expected.status();
  EXPECT_EQ(compareOutputs(runLoaded(program, *args, modeOptions()), *expected, {.sameBits = true}),
            "");
}

INSTANTIATE_TEST_SUITE_P(Cases, File, testing::ValuesIn(allFiles()),
                         [](const auto& info) { return info.param.name; });

} // namespace
} // namespace lz::test
