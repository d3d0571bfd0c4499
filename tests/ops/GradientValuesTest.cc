// Tests properties of gradients that difference quotients do not show: ties, element types,
// refusals.
#include "Gradients.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "formats/stablehlo/StableHloText.h"
#include "gtest/gtest.h"
#include "semantics/eval/Evaluate.h"

#include <cmath>
#include <limits>

namespace lz::test {
namespace {

Program parsed(const std::string& text) {
  return formats::parseStableHlo(text, "test").value();
}

std::vector<double> numbers(const Literal& literal) {
  std::vector<double> all;
  for (int64_t i = 0; i < literal.type().numElements(); ++i)
    all.push_back(literal.toDouble(i));
  return all;
}

Literal vectorOf(std::vector<double> values) {
  return Literal::copyOf({DType::F64, {int64_t(values.size())}}, values.data());
}

using Gradients = std::vector<std::vector<double>>; // indexed by argument

constexpr char kReduce[] = R"(
func.func @main(%x: tensor<4xf64>, %i: tensor<f64>) -> tensor<f64> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.BODY across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
  return %0 : tensor<f64>
})";

// Returns the gradients of a reduction with respect to x and the initial value, for the cotangent
// 6.
Gradients reduceGradients(const std::string& body, std::vector<double> x, double init) {
  Program program = parsed(absl::StrReplaceAll(kReduce, {{"BODY", body}}));
  TensorType scalar{DType::F64, {}};
  auto results =
      eval::evaluate(gradientProgram(program).value(),
                     {vectorOf(x), Literal::splat(scalar, init), Literal::splat(scalar, 6)});
  return {numbers(results.value()[0]), numbers(results.value()[1])};
}

TEST(GradientValues, TheLargestShareEvenly) {
  EXPECT_EQ(reduceGradients("maximum", {2, 5, 5, 1}, -1), (Gradients{{0, 3, 3, 0}, {0}}));
  EXPECT_EQ(reduceGradients("maximum", {5, 5, 1, 2}, 5), (Gradients{{2, 2, 0, 0}, {2}}));
  EXPECT_EQ(reduceGradients("minimum", {5, 5, 5, 5}, 1), (Gradients{{0, 0, 0, 0}, {6}}));
}

// If the maximum of a row is NaN, all its gradients are NaN, as in JAX when it runs op by op. Other
// rows are not affected.
TEST(GradientValues, TheLargestOfNaN) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const char* body : {"maximum", "minimum"}) {
    for (std::vector<double> x : {std::vector<double>{kNan, 5, 5, 1}, {2, 1, 3, kNan}}) {
      Gradients gradients = reduceGradients(body, x, 7);
      EXPECT_TRUE(std::isnan(gradients[1][0])) << body;
      for (double slope : gradients[0])
        EXPECT_TRUE(std::isnan(slope)) << body;
    }
    const Gradients ofInit = reduceGradients(body, {2, 5, 5, 1}, kNan);
    EXPECT_TRUE(std::isnan(ofInit[0][2]) && std::isnan(ofInit[1][0])) << body;
  }
  EXPECT_EQ(reduceGradients("multiply", {2, 1, 3, 1}, kNan)[1][0], 36);
}

TEST(GradientValues, ZerosAreFactorsLikeOthers) {
  EXPECT_EQ(reduceGradients("multiply", {2, 0, 3, 1}, 1), (Gradients{{0, 36, 0, 0}, {0}}));
  EXPECT_EQ(reduceGradients("multiply", {2, 0, 3, 0}, 1), (Gradients{{0, 0, 0, 0}, {0}}));
  EXPECT_EQ(reduceGradients("multiply", {2, 1, 3, 1}, 0), (Gradients{{0, 0, 0, 0}, {36}}));
}

// Compares the gradients of two programs: `wide` has results of a wider type than its operands, and
// `converted` first converts the operands.
void expectSameGradients(const std::string& wide, const std::string& converted) {
  std::vector<Gradients> gradients;
  for (const std::string& text : {wide, converted}) {
    Program program = parsed(text);
    std::vector<Literal> args;
    for (ValueId param : program.body.params)
      args.push_back(uniform(program.type(param), {}, args.size() + 1));
    auto results = eval::evaluate(gradientProgram(program).value(), withCotangents(program, args));
    ASSERT_TRUE(results.ok()) << results.status();
    gradients.emplace_back();
    for (const Literal& result : *results)
      gradients.back().push_back(numbers(result));
  }
  EXPECT_EQ(gradients[0], gradients[1]) << wide;
}

TEST(GradientValues, OfWiderResultsOfDotGeneral) {
  expectSameGradients(R"(
func.func @main(%x: tensor<3x7xbf16>, %y: tensor<7x5xbf16>) -> tensor<3x5xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x7xbf16>, tensor<7x5xbf16>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
})",
                      R"(
func.func @main(%x: tensor<3x7xbf16>, %y: tensor<7x5xbf16>) -> tensor<3x5xf32> {
  %u = stablehlo.convert %x : (tensor<3x7xbf16>) -> tensor<3x7xf32>
  %v = stablehlo.convert %y : (tensor<7x5xbf16>) -> tensor<7x5xf32>
  %0 = stablehlo.dot_general %u, %v, contracting_dims = [1] x [0] : (tensor<3x7xf32>, tensor<7x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
})");
}

TEST(GradientValues, OfWiderResultsOfConvolution) {
  expectSameGradients(R"(
func.func @main(%x: tensor<2x6x3xf16>, %y: tensor<3x3x2xf16>) -> tensor<2x4x2xf32> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x3xf16>, tensor<3x3x2xf16>) -> tensor<2x4x2xf32>
  return %0 : tensor<2x4x2xf32>
})",
                      R"(
func.func @main(%x: tensor<2x6x3xf16>, %y: tensor<3x3x2xf16>) -> tensor<2x4x2xf32> {
  %u = stablehlo.convert %x : (tensor<2x6x3xf16>) -> tensor<2x6x3xf32>
  %v = stablehlo.convert %y : (tensor<3x3x2xf16>) -> tensor<3x3x2xf32>
  %0 = stablehlo.convolution(%u, %v) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x3xf32>, tensor<3x3x2xf32>) -> tensor<2x4x2xf32>
  return %0 : tensor<2x4x2xf32>
})");
}

TEST(GradientValues, OfWiderResultsOfReduce) {
  for (const char* body : {"add", "multiply", "maximum"})
    expectSameGradients(absl::StrReplaceAll(R"(
func.func @main(%x: tensor<3x5xbf16>, %i: tensor<f32>) -> tensor<3xf32> {
  %0 = stablehlo.reduce(%x init: %i) across dimensions = [1] : (tensor<3x5xbf16>, tensor<f32>) -> tensor<3xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = stablehlo.BODY %b, %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<3xf32>
})",
                                            {{"BODY", body}}),
                        absl::StrReplaceAll(R"(
func.func @main(%x: tensor<3x5xbf16>, %i: tensor<f32>) -> tensor<3xf32> {
  %u = stablehlo.convert %x : (tensor<3x5xbf16>) -> tensor<3x5xf32>
  %0 = stablehlo.reduce(%u init: %i) applies stablehlo.BODY across dimensions = [1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
})",
                                            {{"BODY", body}}));
}

// `text` has operands $x and $y, and a body of type $T. Compares operands of bf16 with a body of
// f32, and operands that are converted to f32 first.
void expectSameGradientsOfPromotion(const std::string& x, const std::string& y,
                                    const std::string& indices, const std::string& result,
                                    const std::string& op) {
  std::string signature =
      absl::StrCat("func.func @main(%x: tensor<", x, "xbf16>, %y: tensor<", y,
                   "xbf16>, %i: tensor<", indices, ">) -> tensor<", result, "xf32> {\n");
  std::string conversions =
      absl::StrCat("  %u = stablehlo.convert %x : (tensor<", x, "xbf16>) -> tensor<", x, "xf32>\n",
                   "  %v = stablehlo.convert %y : (tensor<", y, "xbf16>) -> tensor<", y, "xf32>\n");
  std::string end = absl::StrCat("  return %0 : tensor<", result, "xf32>\n}");
  auto with = [&](const char* u, const char* v, const char* type) {
    return absl::StrReplaceAll(op, {{"$x", u}, {"$y", v}, {"$T", type}});
  };
  expectSameGradients(signature + with("%x", "%y", "bf16") + end,
                      signature + conversions + with("%u", "%v", "f32") + end);
}

TEST(GradientValues, OfWiderResultsOfReduceWindow) {
  for (const auto& [body, initial] :
       {std::pair{"add", "0.0"}, std::pair{"maximum", "-9.0"}, std::pair{"minimum", "9.0"}})
    for (const char* window : {"window_dimensions = array<i64: 2, 3>",
                               "window_dimensions = array<i64: 2, 3>, window_dilations = "
                               "array<i64: 2, 1>"}) {
      std::string result = absl::StrContains(window, "dilations") ? "3x4" : "4x4";
      expectSameGradientsOfPromotion(
          "5x6", "1", "f32", result,
          absl::StrReplaceAll(
              R"(
  %z = stablehlo.constant dense<INITIAL> : tensor<f32>
  %0 = "stablehlo.reduce_window"($x, %z) <{WINDOW}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.BODY %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<5x6x$T>, tensor<f32>) -> tensor<RESULTxf32>
)",
              {{"BODY", body}, {"INITIAL", initial}, {"WINDOW", window}, {"RESULT", result}}));
    }
}

TEST(GradientValues, OfWiderResultsOfScatter) {
  struct Body {
    const char *text, *returned, *unique;
  };
  constexpr Body kBodies[] = {{"%1 = stablehlo.add %a, %b : tensor<f32>", "%1", "false"},
                              {"%1 = stablehlo.multiply %a, %b : tensor<f32>", "%1", "true"},
                              {"", "%b", "false"}};
  for (const Body& body : kBodies)
    expectSameGradientsOfPromotion(
        "5x6", "3x6", "3x1xi32", "5x6",
        absl::StrReplaceAll(
            R"(
  %0 = "stablehlo.scatter"($x, %i, $y) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = UNIQUE}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    BODY
    stablehlo.return RETURNED : tensor<f32>
  }) : (tensor<5x6x$T>, tensor<3x1xi32>, tensor<3x6x$T>) -> tensor<5x6xf32>
)",
            {{"BODY", body.text}, {"RETURNED", body.returned}, {"UNIQUE", body.unique}}));
}

TEST(GradientValues, OfWiderResultsOfSelectAndScatter) {
  expectSameGradientsOfPromotion("4x6", "2x2", "f32", "4x6", R"(
  %0 = "stablehlo.select_and_scatter"($x, $y, %i) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<$T>, %b: tensor<$T>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6x$T>, tensor<2x2x$T>, tensor<f32>) -> tensor<4x6xf32>
)");
}

void expectRefused(const std::string& text, const std::string& message) {
  Status status = gradientProgram(parsed(text)).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  EXPECT_NE(status.ToString().find(message), std::string::npos) << status;
}

TEST(GradientValues, OtherReductionsAreRefused) {
  expectRefused(absl::StrReplaceAll(kReduce, {{"BODY", "atan2"}}),
                "[reduce] has no derivative with this body; it has one for add, multiply, maximum");
  expectRefused(R"(
func.func @main(%x: tensor<3x5xf64>, %y: tensor<3x5xf64>, %i: tensor<f64>) -> tensor<3xf64> {
  %0:2 = stablehlo.reduce(%x init: %i), (%y init: %i) across dimensions = [1] : (tensor<3x5xf64>, tensor<3x5xf64>, tensor<f64>, tensor<f64>) -> (tensor<3xf64>, tensor<3xf64>)
   reducer(%a: tensor<f64>, %b: tensor<f64>) (%c: tensor<f64>, %d: tensor<f64>) {
    %1 = stablehlo.multiply %a, %d : tensor<f64>
    %2 = stablehlo.add %b, %c : tensor<f64>
    stablehlo.return %1, %2 : tensor<f64>, tensor<f64>
  }
  return %0#0 : tensor<3xf64>
})",
                "[reduce] has no derivative when it combines several inputs at once");
}

} // namespace
} // namespace lz::test
