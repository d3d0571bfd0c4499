// Tests where gradients are NaN, as the table in docs/autodiff.md ("At corners") states.
#include "Gradients.h"
#include "absl/strings/match.h"
#include "formats/stablehlo/StableHloText.h"
#include "gtest/gtest.h"
#include "semantics/eval/Evaluate.h"
#include "semantics/shape/Infer.h"

#include <cmath>
#include <limits>
#include <map>

namespace lz::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// For each elementwise op, the cotangents that result if one operand is NaN, as letters. N means
// NaN, 0 means zero, and a point means another number. An op with n operands has n^2 letters. The
// first n letters are for the cotangent of operand 0. In these, letter i says what the cotangent is
// if operand i is NaN. The next n letters are for the cotangent of operand 1, and so on. Ops that
// are not listed have N everywhere.
const std::map<std::string, std::string> kElementwise = {
    {"add", "...."},
    {"ceil", "0"},
    {"clamp", "000000000"},
    {"convert", "."},
    {"divide", ".NNN"},
    {"floor", "0"},
    {"imag", "0"},
    {"maximum", "0000"},
    {"minimum", "0000"},
    {"multiply", ".NN."},
    {"negate", "."},
    {"real", "."},
    {"reduce_precision", "."},
    {"remainder", "..NN"},
    {"round_nearest_afz", "0"},
    {"round_nearest_even", "0"},
    {"select", "..00"},
    {"sign", "0"},
    {"subtract", "...."},
};

// Returns a program of the op on f64 scalars, and on a predicate as first operand if the op takes
// one. Returns nullopt if the result is no float.
std::optional<Program> programOf(const OpInfo& info) {
  const TensorType number{DType::F64, {}};
  for (DType first : {DType::F64, DType::Pred}) {
    Program program;
    Op op{info.opcode, {}, {}, Attrs(info.attrs.size()), {}};
    for (size_t i = 0; i < info.attrs.size(); ++i)
      if (info.attrs[i].kind == AttrKind::Int && !info.attrs[i].optional)
        op.attrs[i] = int64_t(8); // the bits that reduce_precision keeps
    absl::InlinedVector<const TensorType*, 3> types;
    for (int i = 0; i < info.numOperands; ++i)
      op.operands.push_back(program.addValue({i == 0 ? first : DType::F64, {}}));
    for (ValueId id : op.operands)
      types.push_back(&program.type(id));
    auto results = shape::inferTypes({info.opcode, types, op.attrs, {}, &number});
    if (!results.ok() || (*results)[0] != number)
      continue;
    program.body.params.assign(op.operands.begin(), op.operands.end());
    op.results = {program.addValue(number)};
    program.body.results = {op.results[0]};
    program.body.ops.push_back(std::move(op));
    return program;
  }
  return std::nullopt;
}

char letterOf(double slope) {
  return std::isnan(slope) ? 'N' : slope == 0 ? '0' : '.';
}

// Returns the letters of an op in the order of kElementwise.
std::string letters(const Program& program, const Program& gradient) {
  std::vector<std::string> byOperand;
  const std::vector<ValueId>& params = program.body.params;
  for (size_t nan = 0; nan < params.size(); ++nan) {
    if (program.type(params[nan]).dtype == DType::Pred)
      continue;
    std::vector<Literal> args;
    for (size_t i = 0; i < params.size(); ++i)
      args.push_back(
          Literal::splat(program.type(params[i]), i == nan ? kNan : 0.25 * double(i + 1)));
    args.push_back(Literal::splat({DType::F64, {}}, 3)); // the cotangent
    const std::vector<Literal> slopes = eval::evaluate(gradient, args).value();
    byOperand.resize(slopes.size());
    for (size_t i = 0; i < slopes.size(); ++i)
      byOperand[i] += letterOf(slopes[i].toDouble(0));
  }
  std::string all;
  for (const std::string& some : byOperand)
    all += some;
  return all;
}

TEST(GradientNaN, OfElementwiseOps) {
  size_t found = 0;
  for (size_t i = 0; i < kNumOpcodes; ++i) {
    const OpInfo& info = opInfo(Opcode(i));
    std::optional<Program> program;
    if (info.kind == OpKind::Elementwise)
      program = programOf(info);
    StatusOr<Program> gradient = program ? gradientProgram(*program) : internalError("none");
    if (!gradient.ok())
      continue;
    const std::string actual = letters(*program, *gradient), name(info.name);
    const auto stated = kElementwise.find(name);
    found += stated != kElementwise.end();
    EXPECT_EQ(actual,
              stated != kElementwise.end() ? stated->second : std::string(actual.size(), 'N'))
        << name;
  }
  EXPECT_EQ(found, kElementwise.size());
}

// Returns the gradient with respect to the parameter x of 4 elements, for the cotangents 1, 2, ...
std::vector<double> slopes(const std::string& text, std::vector<double> x) {
  const Program program = formats::parseStableHlo(text, "test").value();
  const int64_t results = program.type(program.body.results[0]).numElements();
  std::vector<double> cotangents;
  for (int64_t i = 0; i < results; ++i)
    cotangents.push_back(double(i + 1));
  const std::vector<Literal> args = {
      Literal::copyOf({DType::F64, {int64_t(x.size())}}, x.data()),
      Literal::copyOf(program.type(program.body.results[0]), cotangents.data())};
  const Literal slope = eval::evaluate(gradientProgram(program).value(), args).value()[0];
  std::vector<double> numbers;
  for (int64_t i = 0; i < slope.type().numElements(); ++i)
    numbers.push_back(slope.toDouble(i));
  return numbers;
}

std::string windowsOf(const std::string& body, const std::string& init) {
  return absl::StrCat(R"(
func.func @main(%x: tensor<4xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<)",
                      init, R"(> : tensor<f64>
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %1 = stablehlo.)",
                      body, R"( %a, %b : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }) : (tensor<4xf64>, tensor<f64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
})");
}

// select_and_scatter selects an element that comes after the NaN.
TEST(GradientNaN, OfWindows) {
  using Numbers = std::vector<double>;
  for (const auto& [body, init] :
       {std::pair("maximum", "0xFFF0000000000000"), std::pair("minimum", "0x7FF0000000000000")}) {
    EXPECT_EQ(slopes(windowsOf(body, init), {kNan, 1, 2, kNan}), (Numbers{0, 1, 0, 2})) << body;
    EXPECT_EQ(slopes(windowsOf(body, init), {kNan, kNan, 2, 2}), (Numbers{0, 1, 2, 0})) << body;
  }
  EXPECT_EQ(slopes(windowsOf("add", "0.0"), {kNan, 1, 2, kNan}), (Numbers{1, 1, 2, 2}));
  const Numbers product = slopes(windowsOf("multiply", "1.0"), {kNan, 3, 4, 5});
  EXPECT_TRUE(product[0] == 3 && std::isnan(product[1]));
  EXPECT_TRUE(product[2] == 10 && product[3] == 8);
}

// An op that moves elements moves their cotangents as well, whether they are NaN or not. Here NaN
// comes last.
TEST(GradientNaN, OfSorts) {
  const std::string text = R"(
func.func @main(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
})";
  EXPECT_EQ(slopes(text, {1, kNan, 2, 3}), (std::vector<double>{1, 4, 2, 3}));
}

} // namespace
} // namespace lz::test
