// Passes do not change results: the interpreter gives the same bits before and after every pass.
#include "Testing.h"

namespace lz::hlo {
namespace {

TEST(Numbers, IntegerAlgebra) {
  std::string after = checkSameNumbers(R"(
func.func @main(%x: tensor<2x3xi32>, %y: tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<2x3xi32>
  %one = stablehlo.constant dense<1> : tensor<2x3xi32>
  %three = stablehlo.constant dense<3> : tensor<2x3xi32>
  %minus = stablehlo.constant dense<-1> : tensor<2x3xi32>
  %0 = stablehlo.add %zero, %x : tensor<2x3xi32>
  %1 = stablehlo.negate %y : tensor<2x3xi32>
  %2 = stablehlo.subtract %0, %1 : tensor<2x3xi32>
  %3 = stablehlo.multiply %2, %minus : tensor<2x3xi32>
  %4 = stablehlo.divide %3, %one : tensor<2x3xi32>
  %5 = stablehlo.power %4, %three : tensor<2x3xi32>
  %6 = stablehlo.xor %x, %x : tensor<2x3xi32>
  %7 = stablehlo.or %5, %6 : tensor<2x3xi32>
  %8 = stablehlo.remainder %y, %one : tensor<2x3xi32>
  %9 = stablehlo.subtract %zero, %y : tensor<2x3xi32>
  %10 = stablehlo.abs %9 : tensor<2x3xi32>
  %11 = stablehlo.add %8, %10 : tensor<2x3xi32>
  return %7, %11 : tensor<2x3xi32>, tensor<2x3xi32>
})");
  EXPECT_EQ(count(after, "stablehlo.power") + count(after, "xor") + count(after, "remainder"), 0u);
}

// Sums of integers are the same in any order. Three of the five products are merged into one, and
// the other two into another.
TEST(Numbers, JoinedProducts) {
  std::string after = checkSameNumbers(R"(
func.func @main(%a: tensor<2x9xi32>, %b: tensor<2x70xi32>, %c: tensor<3x9xi32>, %d: tensor<3x70xi32>,
                %e: tensor<9x2xi32>, %f: tensor<9x70xi32>, %g: tensor<2x9xi32>, %h: tensor<9x2xi32>)
    -> tensor<9x70xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<2x9xi32>, tensor<2x70xi32>) -> tensor<9x70xi32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [0] x [0] : (tensor<3x9xi32>, tensor<3x70xi32>) -> tensor<9x70xi32>
  %2 = stablehlo.dot_general %e, %b, contracting_dims = [1] x [0] : (tensor<9x2xi32>, tensor<2x70xi32>) -> tensor<9x70xi32>
  %3 = stablehlo.dot_general %g, %b, contracting_dims = [0] x [0] : (tensor<2x9xi32>, tensor<2x70xi32>) -> tensor<9x70xi32>
  %4 = stablehlo.dot_general %h, %b, contracting_dims = [1] x [0] : (tensor<9x2xi32>, tensor<2x70xi32>) -> tensor<9x70xi32>
  %5 = stablehlo.add %0, %f : tensor<9x70xi32>
  %6 = stablehlo.add %2, %5 : tensor<9x70xi32>
  %7 = stablehlo.add %3, %4 : tensor<9x70xi32>
  %8 = stablehlo.add %6, %1 : tensor<9x70xi32>
  %9 = stablehlo.add %7, %8 : tensor<9x70xi32>
  return %9 : tensor<9x70xi32>
})");
  EXPECT_EQ(count(after, "concatenate"), 4u);
}

// NaN, infinities and both zeros pass through every rule for floats.
TEST(Numbers, FloatAlgebra) {
  std::string after = checkSameNumbers(R"(
func.func @main(%x: tensor<40xf32>, %y: tensor<40xf32>)
    -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<40xf32>
  %mzero = stablehlo.constant dense<-0.0> : tensor<40xf32>
  %one = stablehlo.constant dense<1.0> : tensor<40xf32>
  %minus = stablehlo.constant dense<-1.0> : tensor<40xf32>
  %eight = stablehlo.constant dense<8.0> : tensor<40xf32>
  %inf = stablehlo.constant dense<0x7F800000> : tensor<40xf32>
  %minf = stablehlo.constant dense<0xFF800000> : tensor<40xf32>
  %0 = stablehlo.add %x, %mzero : tensor<40xf32>
  %1 = stablehlo.negate %y : tensor<40xf32>
  %2 = stablehlo.add %1, %0 : tensor<40xf32>
  %3 = stablehlo.divide %2, %eight : tensor<40xf32>
  %4 = stablehlo.multiply %3, %minus : tensor<40xf32>
  %5 = stablehlo.maximum %4, %minf : tensor<40xf32>
  %6 = stablehlo.minimum %inf, %5 : tensor<40xf32>
  %7 = stablehlo.subtract %6, %zero : tensor<40xf32>
  %8 = stablehlo.subtract %mzero, %x : tensor<40xf32>
  %9 = stablehlo.divide %1, %8 : tensor<40xf32>
  %10 = stablehlo.power %x, %minus : tensor<40xf32>
  %11 = stablehlo.power %x, %zero : tensor<40xf32>
  %12 = stablehlo.power %x, %one : tensor<40xf32>
  %13 = stablehlo.add %11, %12 : tensor<40xf32>
  return %7, %9, %10, %13 : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>
})");
  EXPECT_EQ(count(after, "stablehlo.power") + count(after, "maximum") + count(after, "minimum"),
            0u);
}

TEST(Numbers, Views) {
  std::string after = checkSameNumbers(R"(
func.func @main(%x: tensor<6x4xf32>, %v: tensor<5xf32>)
    -> (tensor<2x12xf32>, tensor<2x1xf32>, tensor<7x5xf32>, tensor<4x6x2xf32>, tensor<6x4xf32>) {
  %0 = stablehlo.reshape %x : (tensor<6x4xf32>) -> tensor<24xf32>
  %1 = stablehlo.reshape %0 : (tensor<24xf32>) -> tensor<2x12xf32>
  %2 = stablehlo.slice %x [1:6:2, 0:2] : (tensor<6x4xf32>) -> tensor<3x2xf32>
  %3 = stablehlo.slice %2 [1:3, 1:2] : (tensor<3x2xf32>) -> tensor<2x1xf32>
  %4 = stablehlo.reshape %v : (tensor<5xf32>) -> tensor<5x1xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<5x1xf32>) -> tensor<5x7xf32>
  %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<5x7xf32>) -> tensor<7x5xf32>
  %7 = stablehlo.transpose %x, dims = [1, 0] : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x2xf32>
  %9 = stablehlo.reverse %x, dims = [0, 1] : tensor<6x4xf32>
  %10 = stablehlo.reverse %9, dims = [1] : tensor<6x4xf32>
  return %1, %3, %6, %8, %10
    : tensor<2x12xf32>, tensor<2x1xf32>, tensor<7x5xf32>, tensor<4x6x2xf32>, tensor<6x4xf32>
})");
  EXPECT_EQ(count(after, "stablehlo.transpose"), 0u) << after;
  EXPECT_EQ(count(after, "stablehlo.reverse"), 1u) << after;
}

TEST(Numbers, BranchesAndCalls) {
  std::string after = checkSameNumbers(R"(
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %i = stablehlo.constant dense<7> : tensor<i32>
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<3xf32>
  }, {
    %1 = func.call @double(%x) : (tensor<3xf32>) -> tensor<3xf32>
    stablehlo.return %1 : tensor<3xf32>
  }) : (tensor<i32>) -> tensor<3xf32>
  %2 = func.call @double(%0) : (tensor<3xf32>) -> tensor<3xf32>
  return %0, %2 : tensor<3xf32>, tensor<3xf32>
}
func.func private @double(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
})");
  EXPECT_EQ(count(after, "call") + count(after, "case"), 0u) << after;
}

TEST(Numbers, FoldedConstants) {
  std::string after = checkSameNumbers(R"(
func.func @main() -> (tensor<2x2xf32>, tensor<3xi1>, tensor<4xui8>) {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 0x7FC00000]]> : tensor<2x2xf32>
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.multiply %a, %0 : tensor<2x2xf32>
  %i = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %j = stablehlo.constant dense<2> : tensor<3xi32>
  %2 = stablehlo.compare LE, %i, %j : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %c = stablehlo.constant dense<300.0> : tensor<f32>
  %3 = stablehlo.convert %c : (tensor<f32>) -> tensor<ui8>
  %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<ui8>) -> tensor<4xui8>
  return %1, %2, %4 : tensor<2x2xf32>, tensor<3xi1>, tensor<4xui8>
})");
  EXPECT_EQ(count(after, "multiply") + count(after, "compare") + count(after, "convert"), 0u);
}

// There are overlapping windows, padding and ties.
TEST(Numbers, SelectAndScatter) {
  std::string after = checkSameNumbers(R"(
func.func @main(%x: tensor<5x6xi32>, %s: tensor<3x4xi32>) -> tensor<5x6xi32> {
  %init = stablehlo.constant dense<10> : tensor<i32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %init) <{
    window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 2>,
    padding = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<5x6xi32>, tensor<3x4xi32>, tensor<i32>) -> tensor<5x6xi32>
  return %0 : tensor<5x6xi32>
})");
  EXPECT_EQ(count(after, "select_and_scatter"), 0u);
}

// There are batches, several free dimensions on one side, and transposes of operands and result.
TEST(Numbers, TransposesOfDots) {
  std::string after = checkSameNumbers(R"(
func.func @main(%x: tensor<3x7x2x4xi32>, %y: tensor<5x4x7xi32>) -> tensor<7x5x3x2xi32> {
  %0 = stablehlo.transpose %x, dims = [1, 0, 3, 2] : (tensor<3x7x2x4xi32>) -> tensor<7x3x4x2xi32>
  %1 = stablehlo.transpose %y, dims = [2, 1, 0] : (tensor<5x4x7xi32>) -> tensor<7x4x5xi32>
  %2 = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [2] x [1]
      : (tensor<7x3x4x2xi32>, tensor<7x4x5xi32>) -> tensor<7x3x2x5xi32>
  %3 = stablehlo.transpose %2, dims = [0, 3, 1, 2] : (tensor<7x3x2x5xi32>) -> tensor<7x5x3x2xi32>
  return %3 : tensor<7x5x3x2xi32>
})");
  EXPECT_EQ(count(after, "transpose"), 0u);
}

TEST(Numbers, IntegerDots) {
  std::string after = checkSameNumbers(R"(
func.func @main(%x: tensor<7x2x3xi8>, %y: tensor<3x5x7xi8>, %p: tensor<2x3xi1>, %q: tensor<3x2xi1>)
    -> (tensor<7x2x5xi32>, tensor<2x2xi1>) {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [2], contracting_dims = [2] x [0]
      : (tensor<7x2x3xi8>, tensor<3x5x7xi8>) -> tensor<7x2x5xi32>
  %1 = stablehlo.dot_general %p, %q, contracting_dims = [1] x [0]
      : (tensor<2x3xi1>, tensor<3x2xi1>) -> tensor<2x2xi1>
  return %0, %1 : tensor<7x2x5xi32>, tensor<2x2xi1>
})");
  EXPECT_EQ(count(after, "dot_general"), 0u);
}

std::string convolution(const std::string& types, const std::string& window,
                        const std::string& groups) {
  size_t arrow = types.find(" -> "), times = types.find(" * ");
  std::string lhs = types.substr(0, times), rhs = types.substr(times + 3, arrow - times - 3),
              result = types.substr(arrow + 4);
  return "func.func @main(%x: tensor<" + lhs + ">, %k: tensor<" + rhs + ">) -> tensor<" + result +
         "> {\n  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[f, "
         "1, "
         "b, 0], window = {" +
         window + "} {" + groups + "} : (tensor<" + lhs + ">, tensor<" + rhs + ">) -> tensor<" +
         result + ">\n  return %0 : tensor<" + result + ">\n}";
}

TEST(Numbers, IntegerConvolutions) {
  std::string one = "batch_group_count = 1 : i64, feature_group_count = 1 : i64";
  std::string features = "batch_group_count = 1 : i64, feature_group_count = 3 : i64";
  std::string batches = "batch_group_count = 2 : i64, feature_group_count = 1 : i64";
  for (const std::string& text : {
           convolution("2x5x6x3xi32 * 3x2x3x4xi32 -> 4x5x2x3xi32", "", one),
           convolution("2x5x6x3xi8 * 3x2x3x4xi8 -> 4x3x2x3xi32",
                       "stride = [2, 2], pad = [[1, 1], [0, 0]]", one),
           convolution("2x3x4x3xi32 * 2x2x3x4xi32 -> 4x5x2x4xi32",
                       "pad = [[0, 0], [-1, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 2], "
                       "reverse = [true, false]",
                       one),
           convolution("2x5x6x6xi32 * 3x2x2x9xi32 -> 9x5x2x3xi32", "", features),
           convolution("4x5x6x3xi32 * 3x2x3x8xi32 -> 8x5x2x3xi32", "", batches),
       })
    EXPECT_EQ(count(checkSameNumbers(text), "convolution"), 0u) << text;
}

std::string joined(int n, const std::string& part) {
  std::string result;
  for (int i = 0; i < n; ++i)
    result += (i == 0 ? "" : ", ") + part + (part.back() == '#' ? std::to_string(i) : "");
  return result;
}

TEST(Numbers, ConcatenationsOfManyOperands) {
  std::string after = checkSameNumbers(
      "func.func @main(%x: tensor<2x1xf32>, %y: tensor<2x3xf32>) -> tensor<2x400xf32> {\n"
      "  %0 = stablehlo.concatenate " +
      joined(100, "%x, %y") + ", dim = 1 : (" + joined(100, "tensor<2x1xf32>, tensor<2x3xf32>") +
      ") -> tensor<2x400xf32>\n  return %0 : tensor<2x400xf32>\n}\n");
  EXPECT_GT(count(after, "stablehlo.concatenate"), 1u);
}

// All results are sums, except for the last two. These are the larger value and the number that
// belongs to it.
TEST(Numbers, ReductionsOfManyOperands) {
  constexpr int kSums = 70, kAll = kSums + 2;
  auto names = [](const std::string& prefix, const std::string& suffix) {
    std::string result;
    for (int i = 0; i < kAll; ++i)
      result += (i == 0 ? "" : ", ") + prefix + std::to_string(i) + suffix;
    return result;
  };
  std::string operand = "tensor<3x4xi32>", result = "tensor<3xi32>", scalar = "tensor<i32>", body;
  for (int i = 0; i < kSums; ++i) {
    std::string n = std::to_string(i);
    body += "%s" + n + " = stablehlo.add %p" + n + ", %q" + n + " : tensor<i32>\n";
  }
  body += "%c = stablehlo.compare GE, %p70, %q70 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
          "%s70 = stablehlo.select %c, %p70, %q70 : tensor<i1>, tensor<i32>\n"
          "%s71 = stablehlo.select %c, %p71, %q71 : tensor<i1>, tensor<i32>\n";
  std::string results = "(" + joined(kAll, result) + ")";
  std::string after = checkSameNumbers(
      "func.func @main(" + names("%a", ": " + operand) + ", %z: tensor<i32>) -> " + results +
      " {\n%0:72 = \"stablehlo.reduce\"(" + names("%a", "") + ", " + joined(kAll, "%z") +
      ") <{dimensions = array<i64: 1>}> ({\n^bb0(" + names("%p", ": " + scalar) + ", " +
      names("%q", ": " + scalar) + "):\n" + body + "stablehlo.return " + names("%s", "") + " : " +
      joined(kAll, scalar) + "\n}) : (" + joined(kAll, operand) + ", " + joined(kAll, scalar) +
      ") -> " + results + "\nreturn " + joined(kAll, "%0#") + " : " + joined(kAll, result) +
      "\n}\n");
  EXPECT_EQ(count(after, "stablehlo.reduce("), 3u);
}

// Sums of integers and maxima of floats, which do not depend on the order.
TEST(Numbers, LargeReductions) {
  std::string after = checkSameNumbers(R"(
func.func @main(%x: tensor<300x260xi32>, %y: tensor<3x66000xf32>, %i: tensor<i32>, %j: tensor<f32>)
    -> (tensor<i32>, tensor<3xf32>) {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x260xi32>, tensor<i32>) -> tensor<i32>
  %1 = stablehlo.reduce(%y init: %j) applies stablehlo.maximum across dimensions = [1] : (tensor<3x66000xf32>, tensor<f32>) -> tensor<3xf32>
  return %0, %1 : tensor<i32>, tensor<3xf32>
})");
  EXPECT_EQ(count(after, "stablehlo.reduce("), 4u);
}

} // namespace
} // namespace lz::hlo
