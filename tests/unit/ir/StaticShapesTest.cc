// Dynamic shapes of a text that can be computed when it is read.
#include "CheckedText.h"
#include "absl/strings/str_replace.h"
#include "formats/stablehlo/StableHloText.h"

namespace lz::formats {
namespace {

constexpr absl::StatusCode kNotStatic = absl::StatusCode::kUnimplemented,
                           kWrong = absl::StatusCode::kInvalidArgument;

TEST(StaticShapes, SizesAreComputed) {
  EXPECT_EQ(runBody(R"(
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %o = stablehlo.convert %x : (tensor<2x3xi64>) -> tensor<?x3xi64>
  %n = stablehlo.get_dimension_size %o, dim = 0 : (tensor<?x3xi64>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %o, dim = 1 : (tensor<?x3xi64>) -> tensor<i32>
  %nm = stablehlo.multiply %n, %m : tensor<i32>
  %s = stablehlo.reshape %nm : (tensor<i32>) -> tensor<1xi32>
  %flat = stablehlo.dynamic_reshape %o, %s : (tensor<?x3xi64>, tensor<1xi32>) -> tensor<?xi64>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %shape = stablehlo.concatenate %two, %s, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %wide = stablehlo.dynamic_broadcast_in_dim %flat, %shape, dims = [1] : (tensor<?xi64>, tensor<2xi32>) -> tensor<?x?xi64>
  %count = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi64>
  %sum = stablehlo.add %wide, %count : tensor<?x?xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %total = stablehlo.reduce(%sum init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x?xi64>, tensor<i64>) -> tensor<?xi64>
  %end = stablehlo.convert %total : (tensor<?xi64>) -> tensor<6xi64>
)" + check("%end", "[2, 6, 10, 14, 18, 22]", "tensor<6xi64>")),
            okStatus());
}

TEST(StaticShapes, StaticForms) {
  EXPECT_EQ(runBody(R"(
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<1xindex>
  %none = stablehlo.constant dense<0> : tensor<1xindex>
  %p = stablehlo.dynamic_pad %x, %zero, %one, %none, %one : (tensor<4xi64>, tensor<i64>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xi64>
  %a = stablehlo.constant dense<1> : tensor<1xi32>
  %b = stablehlo.constant dense<4> : tensor<1xi32>
  %c = stablehlo.constant dense<2> : tensor<1xi32>
  %s = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<4xi64>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi64>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %g = "stablehlo.dynamic_gather"(%x, %i, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4xi64>, tensor<2x1xi64>, tensor<1xi32>) -> tensor<2x?xi64>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %same = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xi64>, tensor<i32>) -> tensor<?xi64>
  %same4 = stablehlo.convert %same : (tensor<?xi64>) -> tensor<4xi64>
  %p8 = stablehlo.convert %p : (tensor<?xi64>) -> tensor<8xi64>
  %s2 = stablehlo.convert %s : (tensor<?xi64>) -> tensor<2xi64>
  %g2 = stablehlo.convert %g : (tensor<2x?xi64>) -> tensor<2x2xi64>
)" + check("%p8", "[0, 1, 0, 2, 0, 3, 0, 4]", "tensor<8xi64>") +
                    check("%s2", "[2, 4]", "tensor<2xi64>") +
                    check("%g2", "[[3, 4], [1, 2]]", "tensor<2x2xi64>") +
                    check("%same4", "[1, 2, 3, 4]", "tensor<4xi64>")),
            okStatus());
  EXPECT_EQ(runBody(R"(
  %x = stablehlo.constant dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf32>
  %k = stablehlo.constant dense<[[[1.0]], [[10.0]]]> : tensor<2x1x1xf32>
  %p = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi32>
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x3x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi32>) -> tensor<1x?x1xf32>
  %y3 = stablehlo.convert %y : (tensor<1x?x1xf32>) -> tensor<1x3x1xf32>
)" + check("%y3", "[[[10.0], [21.0], [32.0]]]", "tensor<1x3x1xf32>")),
            okStatus());
}

// The start indices are computed at run time, but the sizes are known.
TEST(StaticShapes, SlicesOfKnownSizes) {
  StatusOr<Program> program = parseStableHlo(R"(
func.func @main(%x: tensor<4xf32>, %at: tensor<1xi32>) -> tensor<?xf32> {
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %limit = stablehlo.add %at, %two : tensor<1xi32>
  %s = stablehlo.real_dynamic_slice %x, %at, %limit, %one : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %s : tensor<?xf32>
})",
                                             "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(program->type(program->body.results[0]).str(), "tensor<2xf32>");
}

// JAX computes the start twice: once for the slice and once for its limit.
TEST(StaticShapes, SlicesOfKnownSizesFromTheSameStart) {
  auto sliced = [](const char* shift) {
    return parseStableHlo(absl::StrReplaceAll(R"(
func.func @main(%x: tensor<4xf32>, %at: tensor<1xi32>) -> tensor<?xf32> {
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %start = stablehlo.add %at, %one : tensor<1xi32>
  %again = stablehlo.add %at, SHIFT : tensor<1xi32>
  %limit = stablehlo.add %again, %two : tensor<1xi32>
  %s = stablehlo.real_dynamic_slice %x, %start, %limit, %one : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %s : tensor<?xf32>
})",
                                              {{"SHIFT", shift}}),
                          "t.mlir");
  };
  StatusOr<Program> program = sliced("%one");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(program->type(program->body.results[0]).str(), "tensor<2xf32>");
  EXPECT_EQ(sliced("%two").status().code(), absl::StatusCode::kUnimplemented);
}

TEST(StaticShapes, FunctionsHaveTheShapesOfEachCall) {
  EXPECT_EQ(runText(R"(
func.func private @twice(%x: tensor<?xi64>) -> tensor<?xi64> {
  %y = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
  return %y : tensor<?xi64>
}
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %o = stablehlo.convert %x : (tensor<2xi64>) -> tensor<?xi64>
  %a = call @twice(%o) : (tensor<?xi64>) -> tensor<?xi64>
  %b = call @twice(%a) : (tensor<?xi64>) -> tensor<?xi64>
  %b8 = stablehlo.convert %b : (tensor<?xi64>) -> tensor<8xi64>
)" + check("%b8", "[1, 2, 1, 2, 1, 2, 1, 2]", "tensor<8xi64>") +
                    "  return\n}"),
            okStatus());
}

TEST(StaticShapes, LoopsAndBranches) {
  EXPECT_EQ(runBody(R"(
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %o = stablehlo.convert %x : (tensor<2xi64>) -> tensor<?xi64>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %w:2 = stablehlo.while(%i = %n, %s = %o) : tensor<i32>, tensor<?xi64>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %d = stablehlo.add %s, %s : tensor<?xi64>
    stablehlo.return %j, %d : tensor<i32>, tensor<?xi64>
  }
  %p = stablehlo.constant dense<true> : tensor<i1>
  %q = "stablehlo.if"(%p) ({
    stablehlo.return %w#1 : tensor<?xi64>
  }, {
    %m = stablehlo.negate %w#1 : tensor<?xi64>
    stablehlo.return %m : tensor<?xi64>
  }) : (tensor<i1>) -> tensor<?xi64>
  %q2 = stablehlo.convert %q : (tensor<?xi64>) -> tensor<2xi64>
)" + check("%q2", "[8, 16]", "tensor<2xi64>")),
            okStatus());
}

TEST(StaticShapes, OpenParametersAreRefused) {
  expectRefused("func.func @main(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {\n  return %x : "
                "tensor<?x2xf32>\n}",
                kNotStatic, "parameter 0 of main is 'tensor<?x2xf32>'");
}

TEST(StaticShapes, ShapesOfTheRunAreRefused) {
  expectRefused(R"(
func.func @main(%x: tensor<4xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
})",
                kNotStatic, "[dynamic_reshape] output_shape is known only when the program runs");
  expectRefused(R"(
func.func @main(%x: tensor<4xf32>, %s: tensor<i32>) -> tensor<?xf32> {
  %y = stablehlo.set_dimension_size %x, %s, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
})",
                kNotStatic, "[set_dimension_size] with a size");
}

TEST(StaticShapes, WrongSizesAreRefused) {
  expectRefused(bodyOf(R"(  %x = stablehlo.constant dense<0.0> : tensor<4xf32>
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x?xf32>)"),
                kWrong, "[dynamic_reshape]");
  expectRefused(bodyOf(R"(  %x = stablehlo.constant dense<0.0> : tensor<4xf32>
  %s = stablehlo.constant dense<[-4]> : tensor<1xi32>
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>)"),
                kWrong, "output_shape has a negative size");
}

TEST(StaticShapes, CarriedValuesKeepTheirShapes) {
  expectRefused(bodyOf(R"(  %x = stablehlo.constant dense<1> : tensor<1xi64>
  %o = stablehlo.convert %x : (tensor<1xi64>) -> tensor<?xi64>
  %w = stablehlo.while(%s = %o) : tensor<?xi64>
  cond {
    %c = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %d = stablehlo.concatenate %s, %s, dim = 0 : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
    stablehlo.return %d : tensor<?xi64>
  })"),
                kNotStatic,
                "[while] value 0 is 'tensor<1xi64>' and becomes 'tensor<2xi64>' in an iteration");
}

TEST(StaticShapes, Assertions) {
  const std::string text = R"(  %x = stablehlo.constant dense<1> : tensor<5xi64>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<5xi64>) -> tensor<i32>
  %k = stablehlo.constant dense<SIZE> : tensor<i32>
  %ok = stablehlo.compare EQ, %n, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %n) {has_side_effect = true, error_message = "{0} is not SIZE"} : (tensor<i1>, tensor<i32>) -> ())";
  std::string five = text, six = text;
  five.replace(five.find("SIZE"), 4, "5");
  six.replace(six.find("SIZE"), 4, "6");
  six.replace(six.find("SIZE"), 4, "six");
  EXPECT_EQ(runBody(five), okStatus());
  expectRefused(bodyOf(six), kWrong, "[custom_call] shape_assertion: 5 is not six");
  expectRefused(bodyOf(R"(  %ok = stablehlo.constant dense<true> : tensor<i1>
  %r = stablehlo.custom_call @shape_assertion(%ok) : (tensor<i1>) -> tensor<i1>)"),
                kWrong, "and return nothing");
}

// Types that the text states are compared with the inferred ones.
TEST(StaticShapes, StatedShapesAreTrue) {
  expectRefused(bodyOf(R"(  %x = stablehlo.constant dense<0.0> : tensor<6xf32>
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<2xi32>) -> tensor<2x3xf32>)"),
                kWrong, "returns 'tensor<3x2xf32>' for its operands, but the text states");
  expectRefused(bodyOf(R"(  %x = stablehlo.constant dense<0.0> : tensor<2xf32>
  %o = stablehlo.custom_call @Sharding(%x) : (tensor<2xf32>) -> tensor<?xf32>
  %y = stablehlo.convert %o : (tensor<?xf32>) -> tensor<3xf32>)"),
                kWrong, "convert");
}

TEST(StaticShapes, HugeSizesAreRefused) {
  StatusOr<Program> program = parseStableHlo(
      "func.func @main(%x: tensor<4611686018427387904x2xi8>) -> "
      "tensor<?x4294967295x4294967297xi8> {\n  %y = stablehlo.reshape %x : "
      "(tensor<4611686018427387904x2xi8>) -> tensor<?x4294967295x4294967297xi8>\n  return %y : "
      "tensor<?x4294967295x4294967297xi8>\n}",
      "t.mlir");
  EXPECT_FALSE(program.ok());
  expectRefused(bodyOf(R"(  %a = stablehlo.constant dense<0> : tensor<i8>
  %s = stablehlo.constant dense<4611686018427387904> : tensor<1xi64>
  %r = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<1xi64>) -> tensor<4611686018427387904xi8>)"),
                kWrong, "[rng] the shape operand is [4611686018427387904]");
}

} // namespace
} // namespace lz::formats
