// Tests the gradients of every op that has gradients. Elementwise ops come from the op table. Every
// other op has a file tests/ops/gradients/<op>.mlir with programs on f64, separated by "// -----".
// Comment lines of a program mean:
//   // RANGE arg1 0 4              elements of parameter 1 are in [0, 4); without this line floats
//                                  are in [-1, 1), and integers in [0, 4)
//   // FIRST-ORDER-ONLY: reason    the gradient program is not differentiated again
//   // INTERPRETED-ONLY: reason    the gradient program is not compiled
#include "CaseFiles.h"
#include "Gradients.h"
#include "Harness.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "autodiff/Rule.h"
#include "formats/stablehlo/StableHloText.h"
#include "gtest/gtest.h"
#include "semantics/eval/Compare.h"
#include "semantics/eval/Evaluate.h"
#include "semantics/shape/Infer.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <sstream>

namespace lz::test {
namespace {

struct Case {
  std::string name, text;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

std::vector<Case> fileCases() {
  std::vector<Case> cases;
  for (CaseProgram& program : readCaseFiles(LZ_OPS_GRADIENTS))
    cases.push_back({std::move(program.name), std::move(program.text)});
  return cases;
}

Range rangeOf(const std::string& text, size_t param, DType dtype) {
  Range range = isDifferentiable(dtype) ? Range{} : Range{0, 4};
  std::string key = absl::StrCat("// RANGE arg", param, " ");
  if (size_t at = text.find(key); at != std::string::npos)
    std::istringstream(text.substr(at + key.size())) >> range.low >> range.high;
  return range;
}

std::vector<Literal> argumentsOf(const Program& program, const std::string& text) {
  std::vector<Literal> args;
  for (size_t i = 0; i < program.body.params.size(); ++i) {
    const TensorType& type = program.type(program.body.params[i]);
    args.push_back(uniform(type, rangeOf(text, i, type.dtype), i + 1));
  }
  return args;
}

class GradientFile : public testing::TestWithParam<Case> {};

TEST_P(GradientFile, IsTheDifferenceQuotient) {
  const std::string& text = GetParam().text;
  StatusOr<Program> program = formats::parseStableHlo(text, GetParam().name);
  ASSERT_TRUE(program.ok()) << program.status();
  bool secondOrder = !absl::StrContains(text, "// FIRST-ORDER-ONLY:");
  EXPECT_EQ(gradientError(*program, argumentsOf(*program, text), {.secondOrder = secondOrder}), "");
}

TEST_P(GradientFile, CompiledAgreesWithReference) {
  if (absl::StrContains(GetParam().text, "// INTERPRETED-ONLY:"))
    GTEST_SKIP();
  std::string text = absl::StrReplaceAll(GetParam().text, {{"f64", "f32"}});
  StatusOr<Program> program = formats::parseStableHlo(text, GetParam().name);
  ASSERT_TRUE(program.ok()) << program.status();
  StatusOr<Program> gradient = gradientProgram(*program);
  ASSERT_TRUE(gradient.ok()) << gradient.status();
  std::vector<Literal> args = withCotangents(*program, argumentsOf(*program, text));
  EXPECT_EQ(disagreement(*gradient, args, {.relative = 1e-5}), "") << print(*gradient);
}

INSTANTIATE_TEST_SUITE_P(Cases, GradientFile, testing::ValuesIn(fileCases()),
                         [](const auto& info) { return info.param.name; });

TEST(GradientFiles, EveryStructuredOpHasOne) {
  for (size_t i = 0; i < kNumOpcodes; ++i) {
    const OpInfo& info = opInfo(Opcode(i));
    if (info.kind == OpKind::Elementwise || !autodiff::ruleOf(info.opcode))
      continue;
    std::string file = absl::StrCat(LZ_OPS_GRADIENTS, "/", std::string(info.name), ".mlir");
    EXPECT_TRUE(std::filesystem::exists(file)) << file;
  }
}

struct ElementwiseCase {
  Opcode opcode;
  DType dtype; // f64 or complex
};

void PrintTo(const ElementwiseCase& c, std::ostream* out) {
  *out << opInfo(c.opcode).name << dtypeName(c.dtype);
}

// Returns a program of the op on operands of this type. The first operand is a predicate if the op
// needs one. Returns nullopt if the op does not take such operands, or gives no float.
std::optional<Program> elementwiseProgram(ElementwiseCase c) {
  const OpInfo& info = opInfo(c.opcode);
  for (DType first : {c.dtype, DType::Pred}) {
    Program program;
    Op op{info.opcode, {}, {}, Attrs(info.attrs.size()), {}};
    absl::InlinedVector<const TensorType*, 3> types;
    for (int i = 0; i < info.numOperands; ++i)
      op.operands.push_back(program.addValue({i == 0 ? first : c.dtype, {3, 5}}));
    for (ValueId id : op.operands)
      types.push_back(&program.type(id));
    TensorType stated{DType::F64, {3, 5}};
    auto results = shape::inferTypes({info.opcode, types, op.attrs, {}, &stated});
    if (!results.ok() || !isDifferentiable((*results)[0].dtype))
      continue;
    program.body.params.assign(op.operands.begin(), op.operands.end());
    op.results = {program.addValue((*results)[0])};
    program.body.results = {op.results[0]};
    program.body.ops.push_back(std::move(op));
    return program;
  }
  return std::nullopt;
}

std::vector<ElementwiseCase> elementwiseCases() {
  std::vector<ElementwiseCase> cases;
  for (size_t i = 0; i < kNumOpcodes; ++i)
    for (DType dtype : {DType::F64, DType::C128}) {
      ElementwiseCase c{Opcode(i), dtype};
      if (opInfo(c.opcode).kind != OpKind::Elementwise)
        continue;
      std::optional<Program> program = elementwiseProgram(c);
      if (program && gradientProgram(*program).status().code() != absl::StatusCode::kUnimplemented)
        cases.push_back(c);
    }
  return cases;
}

bool allFinite(const Program& program, const std::vector<Literal>& args) {
  const std::vector<Literal> results = eval::evaluate(program, args).value();
  for (const Literal& result : results)
    for (int64_t i = 0; i < result.type().numElements(); ++i)
      if (!std::isfinite(std::abs(eval::numberAt(result, i))))
        return false;
  return true;
}

class GradientElementwise : public testing::TestWithParam<ElementwiseCase> {};

// The op and its gradient are defined for the operands that are chosen here.
TEST_P(GradientElementwise, IsTheDifferenceQuotient) {
  Program program = elementwiseProgram(GetParam()).value();
  StatusOr<Program> gradient = gradientProgram(program);
  ASSERT_TRUE(gradient.ok()) << gradient.status();
  int checked = 0;
  for (Range range : {Range{-2, 2}, Range{0.2, 0.9}, Range{-0.9, -0.2}, Range{1.2, 3}}) {
    std::vector<Literal> args;
    for (ValueId param : program.body.params)
      args.push_back(uniform(program.type(param), range, args.size() + 1));
    if (!allFinite(program, args) || !allFinite(*gradient, withCotangents(program, args)))
      continue;
    EXPECT_EQ(gradientError(program, args), "") << "in [" << range.low << ", " << range.high << ")";
    ++checked;
  }
  EXPECT_GT(checked, 0);
}

INSTANTIATE_TEST_SUITE_P(AllOps, GradientElementwise, testing::ValuesIn(elementwiseCases()),
                         [](const auto& info) {
                           return absl::StrCat(std::string(opInfo(info.param.opcode).name),
                                               isComplex(info.param.dtype) ? "_complex" : "");
                         });

} // namespace
} // namespace lz::test
