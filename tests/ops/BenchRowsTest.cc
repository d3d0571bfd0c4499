// Runs the programs that the bench measures (bench/rows), at small and unusual sizes. In one run
// the inputs are ordinary. In the other runs some or all of the numbers are 0, -0, NaN, infinite,
// denormal or large.
#include "CaseFiles.h"
#include "Harness.h"
#include "absl/strings/str_replace.h"
#include "formats/stablehlo/StableHloText.h"
#include "gtest/gtest.h"
#include "hlo/build/Bridge.h"
#include "hlo/passes/Pipelines.h"
#include "lz-run/Arguments.h"

#include "mlir/Parser/Parser.h"

#include <map>
#include <regex>

namespace lz::test {
namespace {

struct RowCase {
  std::string name, text;
};

void PrintTo(const RowCase& c, std::ostream* out) {
  *out << c.name;
}

// Extents up to this one are not replaced. These are numbers of images, channels, classes and taps,
// and the short sides of thin operands.
constexpr int64_t kLargestKept = 16;

// Returns the text with its larger extents replaced by `sizes`. Numbers of feature groups that
// equal such an extent are replaced, too. For example, with 37 and 19, tensor<6x512x4096xf32>
// becomes tensor<6x37x19xf32>.
std::string shrunk(const std::string& text, absl::Span<const int64_t> sizes) {
  static const std::regex extent("([0-9]+)(x| : i64)");
  std::sregex_iterator begin(text.begin(), text.end(), extent), end;
  std::map<int64_t, int64_t> sizeOf;
  for (auto match = begin; match != end; ++match)
    if (int64_t n = std::stoll((*match)[1]); n > kLargestKept)
      sizeOf[n] = 0;
  size_t next = 0;
  for (auto& [from, to] : sizeOf)
    to = sizes[next++];
  std::string result;
  auto done = text.begin();
  for (auto match = begin; match != end; ++match) {
    auto found = sizeOf.find(std::stoll((*match)[1]));
    if (found == sizeOf.end())
      continue;
    result.append(done, (*match)[0].first).append(absl::StrCat(found->second, (*match)[2].str()));
    done = (*match)[0].second;
  }
  return result.append(done, text.end());
}

// Returns false for programs in which the length of a transform or window is an attribute that must
// fit the shapes. Also returns false for LAPACK, because its results for special values are not
// compared bit by bit. cases/ tests these ops with other sizes.
bool canShrink(const std::string& text) {
  for (const char* word : {"stablehlo.fft", "stablehlo.reduce_window", "@lapack_"})
    if (text.find(word) != std::string::npos)
      return false;
  return true;
}

std::vector<RowCase> allRows() {
  constexpr int64_t kSmall[] = {3, 5, 7}, kOdd[] = {37, 19, 53};
  std::vector<RowCase> cases;
  for (const CaseProgram& row : readCaseFiles(LZ_BENCH_ROWS)) {
    if (!canShrink(row.text))
      continue;
    std::string name = absl::StrReplaceAll(row.name, {{"-", "_"}});
    // The small sizes have too few elements for a selection.
    if (row.text.find("top_k") == std::string::npos)
      cases.push_back({name + "_small", shrunk(row.text, kSmall)});
    cases.push_back({name + "_odd", shrunk(row.text, kOdd)});
  }
  return cases;
}

double toleranceOf(const Program& program) {
  double tolerance = 0;
  for (ValueId id : program.body.results) {
    DType dtype = program.type(id).dtype;
    tolerance = std::max(tolerance, dtype == DType::F64   ? 1e-13
                                    : dtype == DType::F32 ? 1e-5
                                                          : 0.02);
  }
  return tolerance;
}

// Returns whether lz-order-products changes the program. Infinities and NaN may then reach other
// elements of the results (docs/numerics.md).
bool ordersProducts(const std::string& text) {
  const std::unique_ptr<mlir::MLIRContext> context = hlo::makeContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  const auto after = [&](absl::string_view passes) {
    EXPECT_TRUE(module && hlo::runPasses(*module, passes, {}).ok()) << text;
    return mlir::OperationFingerPrint(*module);
  };
  const mlir::OperationFingerPrint before = after("inline-calls, canonicalize");
  return after("order-products") != before;
}

class BenchRow : public testing::TestWithParam<RowCase> {};

TEST_P(BenchRow, CompiledAgreesWithReference) {
  StatusOr<Program> program = formats::parseStableHlo(GetParam().text, GetParam().name);
  ASSERT_TRUE(program.ok()) << program.status();
  auto ordinary = run::loadArguments(*program, {});
  ASSERT_TRUE(ordinary.ok()) << ordinary.status();
  const Bounds bounds = {.relative = toleranceOf(*program)};
  if (ordersProducts(GetParam().text)) {
    EXPECT_EQ(disagreement(*program, *ordinary, bounds), "");
    EXPECT_EQ(disagreement(*program, withSpecials(*ordinary), bounds, compiler::Numerics::Strict),
              "");
    return;
  }
  EXPECT_EQ(disagreement(*program, withSpecials(*ordinary), bounds), "");
}

INSTANTIATE_TEST_SUITE_P(Rows, BenchRow, testing::ValuesIn(allRows()),
                         [](const auto& info) { return info.param.name; });

} // namespace
} // namespace lz::test
