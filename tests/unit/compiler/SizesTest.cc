// Arrays that are too large are refused by name before any number overflows.
#include "base/Exhausted.h"
#include "compiler/Compiler.h"

#include <gtest/gtest.h>
#include <limits>

namespace lz::compiler {
namespace {

Status compiledSize(const std::string& text) {
  StatusOr<Program> program = parseModule(text, "sizes.mlir");
  if (!program.ok())
    return program.status();
  return makeCompiler()->compile(*program, {}).status();
}

TEST(Sizes, AValueThatNoProcessCanAddressIsRefusedByName) {
  Status status = compiledSize(R"(
func.func @main(%x: tensor<f32>) -> tensor<1152921504606846976xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<1152921504606846976xf32>
  return %0 : tensor<1152921504606846976xf32>
})");
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_NE(status.message().find("tensor<1152921504606846976xf32>"), absl::string_view::npos)
      << status;
  EXPECT_EQ(bytesWanted(status), int64_t(1) << 62);
  EXPECT_EQ(bytesAvailable(status), int64_t(1) << 56);
}

TEST(Sizes, AnArrayWhoseBytesOverflowIsRefused) {
  Status status = compiledSize(R"(
func.func @main(%x: tensor<f32>) -> tensor<2305843009213693952xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<2305843009213693952xf32>
  return %0 : tensor<2305843009213693952xf32>
})");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  EXPECT_NE(status.message().find("does not fit into 63 bits"), absl::string_view::npos) << status;
}

// 2^20 x 2^30 times 2^30 x 2^20 takes 2^70 products, although the arrays can exist.
TEST(Sizes, MoreProductsThan63BitsCount) {
  for (const char* dtype : {"f32", "i8"}) {
    std::string type = dtype;
    Status status = compiledSize(R"(
func.func @main(%x: tensor<)" + type +
                                 R"(>, %y: tensor<1048576x)" + type + R"(>) -> tensor<1048576x)" +
                                 type + R"(> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<)" +
                                 type + R"(>) -> tensor<1048576x1073741824x)" + type + R"(>
  %1 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<1048576x)" +
                                 type + R"(>) -> tensor<1073741824x1048576x)" + type + R"(>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<1048576x1073741824x)" +
                                 type + R"(>, tensor<1073741824x1048576x)" + type +
                                 R"(>) -> tensor<1048576x1048576x)" + type + R"(>
  %3 = stablehlo.slice %2 [0:1, 0:1048576] : (tensor<1048576x1048576x)" +
                                 type + R"(>) -> tensor<1x1048576x)" + type + R"(>
  %4 = stablehlo.reshape %3 : (tensor<1x1048576x)" +
                                 type + R"(>) -> tensor<1048576x)" + type + R"(>
  return %4 : tensor<1048576x)" + type +
                                 R"(>
})");
    EXPECT_TRUE(status.ok() || status.code() == absl::StatusCode::kUnimplemented ||
                status.code() == absl::StatusCode::kResourceExhausted)
        << status;
  }
}

// The size of the operand fits as i8, but not as i32, the type in which its region combines
// elements.
TEST(Sizes, AnOperandThatOverflowsInTheTypeOfItsRegionIsRefused) {
  Status status = compiledSize(R"(
func.func @main(%x: tensor<4611686018427387904xi8>, %i: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4611686018427387904xi8>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
})");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
}

// The index vectors have no components, so an update would go to element 0 of an empty array.
TEST(Sizes, AScatterIntoNothingWritesNothing) {
  StatusOr<Program> program = parseModule(R"(
func.func @main(%x: tensor<0xi32>, %i: tensor<0xi64>, %u: tensor<i32>) -> tensor<0xi32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false,
      scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0]>,
      unique_indices = false}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %b : tensor<i32>
    }) : (tensor<0xi32>, tensor<0xi64>, tensor<i32>) -> tensor<0xi32>
  return %0 : tensor<0xi32>
})",
                                          "scatter.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  CompileOptions options;
  options.verify = true;
  for (bool dropsEmpty : {true, false}) {
    if (!dropsEmpty)
      options.disabled = {"lz-drop-empty"};
    EXPECT_TRUE(makeCompiler()->compile(*program, options).ok())
        << makeCompiler()->compile(*program, options).status();
  }
}

// Negative edge padding may remove what interior padding adds, but the positions in between must
// not overflow either.
TEST(Sizes, PositionsOfPaddingAndWindowsThatOverflowAreRefused) {
  for (const char* op :
       {R"("stablehlo.pad"(%x, %v) <{edge_padding_low = array<i64: -4611686018427387904>,
 edge_padding_high = array<i64: -4611686018427387904>, interior_padding = array<i64: 4611686018427387904>}>
 : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>)",
        R"("stablehlo.reduce_window"(%x, %v) <{window_dimensions = array<i64: 1>,
 base_dilations = array<i64: 4611686018427387905>, padding = dense<[[-4611686018427387904, -4611686018427387904]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>)"}) {
    Status status = compiledSize(
        std::string(
            "func.func @main(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<3xf32> {\n  %0 = ") +
        op + "\n  return %0 : tensor<3xf32>\n}");
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
    EXPECT_NE(status.message().find("does not fit into 63 bits"), absl::string_view::npos)
        << status;
  }
}

// Each temporary has 2^55 bytes and is used again at the end, so 300 of them have more than 2^63
// bytes.
TEST(Sizes, TemporariesThatOverflowTogetherAreRefused) {
  std::string text =
      "func.func @main(%x: tensor<36028797018963968xi8>) -> tensor<36028797018963968xi8> {\n";
  std::string last = "%x";
  auto then = [&](const std::string& value, const std::string& other) {
    text += "  " + value + " = stablehlo.add " + last + ", " + other +
            " : tensor<36028797018963968xi8>\n";
    last = value;
  };
  for (int i = 0; i < 300; ++i)
    then("%v" + std::to_string(i), "%x");
  for (int i = 0; i < 300; ++i)
    then("%w" + std::to_string(i), "%v" + std::to_string(299 - i));
  text += "  return " + last + " : tensor<36028797018963968xi8>\n}";
  CompileOptions options;
  options.disabled = {"fusion", "simplify-algebra"};
  StatusOr<Program> program = parseModule(text, "sizes.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  Status status = makeCompiler()->compile(*program, options).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_EQ(bytesWanted(status), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(bytesAvailable(status), int64_t(1) << 56);
}

} // namespace
} // namespace lz::compiler
