// Tests the ops that replace chlo ops, and ops that state where values are stored.
#include "CheckedText.h"

namespace lz::formats {
namespace {

TEST(ClientOps, BroadcastsAreThoseOfNumpyOrAsStated) {
  EXPECT_EQ(runBody(R"(
  %x = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %y = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %z = chlo.broadcast_add %x, %y : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  %v = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %w = chlo.broadcast_subtract %v, %z {broadcast_dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %c = chlo.broadcast_compare %z, %y {comparison_direction = #chlo<comparison_direction GT>, compare_type = #chlo<comparison_type SIGNED>} : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %s = chlo.broadcast_select %p, %y, %z : (tensor<i1>, tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
)" + check("%z", "[[11, 21, 31], [12, 22, 32]]", "tensor<2x3xi32>") +
                    check("%w", "[[-6, -16, -26], [-6, -16, -26]]", "tensor<2x3xi32>") +
                    check("%c", "true", "tensor<2x3xi1>") +
                    check("%s", "[[10, 20, 30], [10, 20, 30]]", "tensor<2x3xi32>")),
            okStatus());
}

TEST(ClientOps, EveryBroadcastHasItsOp) {
  for (const char* op :
       {"add", "and", "divide", "maximum", "minimum", "multiply", "or", "power", "remainder",
        "shift_left", "shift_right_arithmetic", "shift_right_logical", "subtract", "xor"})
    EXPECT_EQ(runBody("  %x = stablehlo.constant dense<3> : tensor<2xi32>\n  %y = "
                      "stablehlo.constant dense<1> : tensor<i32>\n  %z = chlo.broadcast_" +
                      std::string(op) + " %x, %y : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>"),
              okStatus())
        << op;
  for (const char* op : {"atan2", "next_after", "polygamma", "zeta", "power"})
    EXPECT_EQ(runBody("  %x = stablehlo.constant dense<3.0> : tensor<2xf32>\n  %y = "
                      "stablehlo.constant dense<1.0> : tensor<f32>\n  %z = chlo.broadcast_" +
                      std::string(op) + " %x, %y : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>"),
              okStatus())
        << op;
  EXPECT_EQ(
      runBody("  %x = stablehlo.constant dense<3.0> : tensor<2xf32>\n  %y = "
              "stablehlo.constant dense<1.0> : tensor<f32>\n  %z = chlo.broadcast_complex %x, "
              "%y : (tensor<2xf32>, tensor<f32>) -> tensor<2xcomplex<f32>>"),
      okStatus());
}

TEST(ClientOps, ConjugatesAndConstants) {
  EXPECT_EQ(runBody(R"(
  %x = chlo.constant dense<[(1.0, 2.0), (3.0, -4.0)]> : tensor<2xcomplex<f32>>
  %y = chlo.conj %x : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %r = stablehlo.imag %y : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %f = "chlo.constant_like"(%r) <{value = 3.5 : f32}> : (tensor<2xf32>) -> tensor<2xf32>
  %n = chlo.constant dense<7> : tensor<i32>
  %i = "chlo.constant_like"(%n) <{value = -2 : i32}> : (tensor<i32>) -> tensor<i32>
)" + check("%r", "[-2.0, 4.0]", "tensor<2xf32>") +
                    check("%f", "3.5", "tensor<2xf32>") + check("%i", "-2", "tensor<i32>")),
            okStatus());
}

// Running sums along either dimension, from either end.
TEST(ClientOps, ScansAreLoops) {
  auto scan = [](const std::string& dimension, const std::string& attrs, const std::string& slice,
                 const std::string& sum, const std::string& sums, const std::string& last) {
    const std::string type = "tensor<2x3xi32>";
    return runBody("  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : " + type +
                   "\n  %s = stablehlo.constant dense<0> : " + slice +
                   "\n  %y:2 = chlo.scan(%x) inits (%s) dimension=" + dimension + attrs +
                   " {\n  ^bb0(%a: " + slice + ", %c: " + slice +
                   "):\n    %t = stablehlo.add %a, %c : " + slice + "\n    stablehlo.return %t, " +
                   sum + " : " + slice + ", " + slice + "\n  } : (" + type + ", " + slice +
                   ") -> (" + type + ", " + slice + ")\n" + check("%y#0", sums, type) +
                   check("%y#1", last, slice));
  };
  EXPECT_EQ(scan("0", "", "tensor<3xi32>", "%t", "[[1, 2, 3], [5, 7, 9]]", "[5, 7, 9]"),
            okStatus());
  EXPECT_EQ(scan("1", "", "tensor<2xi32>", "%t", "[[1, 3, 6], [4, 9, 15]]", "[6, 15]"), okStatus());
  EXPECT_EQ(scan("1", " attributes {is_reverse = true}", "tensor<2xi32>", "%t",
                 "[[6, 5, 3], [15, 11, 6]]", "[6, 15]"),
            okStatus());
  EXPECT_EQ(scan("1", "", "tensor<2xi32>", "%a", "[[1, 3, 5], [4, 9, 11]]", "[3, 6]"), okStatus());
}

TEST(ClientOps, ScansOfNothing) {
  EXPECT_EQ(runBody(R"(
  %x = stablehlo.constant dense<> : tensor<0x2xi32>
  %s = stablehlo.constant dense<[8, 9]> : tensor<2xi32>
  %y:2 = chlo.scan(%x) inits (%s) dimension=0 {
  ^bb0(%a: tensor<2xi32>, %c: tensor<2xi32>):
    stablehlo.return %a, %a : tensor<2xi32>, tensor<2xi32>
  } : (tensor<0x2xi32>, tensor<2xi32>) -> (tensor<0x2xi32>, tensor<2xi32>)
)" + check("%y#1", "[8, 9]", "tensor<2xi32>")),
            okStatus());
}

// The loop has the trip count of the text, although it takes no slices.
TEST(ClientOps, ScansOfCarriedValuesAlone) {
  EXPECT_EQ(runBody(R"(
  %s = stablehlo.constant dense<1> : tensor<3xi32>
  %y = chlo.scan() inits (%s) dimension=0 attributes {scan_dim_size = 5 : i64} {
  ^bb0(%c: tensor<3xi32>):
    %t = stablehlo.add %c, %c : tensor<3xi32>
    stablehlo.return %t : tensor<3xi32>
  } : (tensor<3xi32>) -> tensor<3xi32>
)" + check("%y", "32", "tensor<3xi32>")),
            okStatus());
}

TEST(ClientOps, WrongOnesAreRefusedWithTheirTypes) {
  expectRefused(bodyOf(R"(  %x = stablehlo.constant dense<1> : tensor<2x3xi32>
  %y = stablehlo.constant dense<1> : tensor<4xi32>
  %z = chlo.broadcast_add %x, %y : (tensor<2x3xi32>, tensor<4xi32>) -> tensor<2x3xi32>)"),
                absl::StatusCode::kInvalidArgument, "t.mlir:4:8: [broadcast_add] of (");
  expectRefused(bodyOf("  %x = \"chlo.constant\"() <{value = dense<1> : tensor<2xi32>}> : () -> "
                       "tensor<4xf32>"),
                absl::StatusCode::kInvalidArgument, "they must have one type");
  expectRefused(bodyOf(R"(  %x = stablehlo.constant dense<1> : tensor<2xi32>
  %y = "chlo.constant_like"(%x) <{value = 255 : ui8}> : (tensor<2xi32>) -> tensor<2xi32>)"),
                absl::StatusCode::kInvalidArgument, "[constant_like]");
}

TEST(ClientOps, GroupsAreFreeDimensions) {
  auto dot = [](const std::string& group, const std::string& sizes) {
    return bodyOf("  %x = stablehlo.constant dense<1> : tensor<4x2xi32>\n  %w = stablehlo.constant "
                  "dense<1> : tensor<3x2x1xi32>\n  %g = stablehlo.constant dense<1> : " +
                  sizes +
                  "\n  %y = \"chlo.ragged_dot\"(%x, %w, %g) <{ragged_dot_dimension_numbers = "
                  "#chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = "
                  "[1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [" +
                  group + "]>}> : (tensor<4x2xi32>, tensor<3x2x1xi32>, " + sizes +
                  ") -> tensor<4x1xi32>");
  };
  EXPECT_EQ(runText(dot("0", "tensor<3xi64>")), okStatus());
  for (const char* group : {"9223372036854775807", "-1", "1"})
    expectRefused(dot(group, "tensor<3xi64>"), absl::StatusCode::kInvalidArgument,
                  "neither batched nor summed");
  EXPECT_FALSE(runText(dot("0", "tensor<4294967296xi8>")).ok());
}

// Rows 0, 1 and 2 are in groups 0, 1 and 1, and row 3 is in no group.
TEST(ClientOps, RaggedRows) {
  EXPECT_EQ(runBody(R"(
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %w = stablehlo.constant dense<[[[1], [1]], [[10], [100]], [[7], [7]]]> : tensor<3x2x1xi32>
  %g = stablehlo.constant dense<[1, 2, 0]> : tensor<3xi64>
  %y = "chlo.ragged_dot"(%x, %w, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x2xi32>, tensor<3x2x1xi32>, tensor<3xi64>) -> tensor<4x1xi32>
)" + check("%y", "[[3], [430], [650], [0]]", "tensor<4x1xi32>")),
            okStatus());
}

// The batch has two elements with different sizes.
TEST(ClientOps, RaggedRowsOfABatch) {
  EXPECT_EQ(runBody(R"(
  %x = stablehlo.constant dense<[[[1], [2], [3]], [[4], [5], [6]]]> : tensor<2x3x1xi32>
  %w = stablehlo.constant dense<[[[[1]], [[2]]], [[[10]], [[20]]]]> : tensor<2x2x1x1xi32>
  %g = stablehlo.constant dense<[[1, 2], [3, 0]]> : tensor<2x2xi32>
  %y = "chlo.ragged_dot"(%x, %w, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x3x1xi32>, tensor<2x2x1x1xi32>, tensor<2x2xi32>) -> tensor<2x3x1xi32>
)" + check("%y", "[[[1], [20], [30]], [[8], [10], [12]]]", "tensor<2x3x1xi32>")),
            okStatus());
}

TEST(ClientOps, RaggedSumsAndBatches) {
  EXPECT_EQ(runBody(R"(
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %w = stablehlo.constant dense<[[1.0], [10.0], [0x7F800000]]> : tensor<3x1xf32>
  %g = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
  %y = "chlo.ragged_dot"(%x, %w, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<1x3xf32>, tensor<3x1xf32>, tensor<3xi32>) -> tensor<3x1x1xf32>
  %a = stablehlo.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %h = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  %b = "chlo.ragged_dot"(%a, %a, %h) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<2x1x1xf32>, tensor<2x1x1xf32>, tensor<2xi32>) -> tensor<2x1x1xf32>
)" + check("%y", "[[[21.0]], [[0.0]], [[0x7F800000]]]", "tensor<3x1x1xf32>") +
                    check("%b", "[[[1.0]], [[4.0]]]", "tensor<2x1x1xf32>")),
            okStatus());
}

TEST(ClientOps, PlacesSayNothingOfValues) {
  EXPECT_EQ(runText(R"(
module {
  sdy.mesh @mesh = <["i"=1, "j"=1]> {stablehlo.mesh = {axes = []}}
  sdy.mesh @other = <["a"=1], device_ids=[0]>
  func.func @main(%p: tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"i"}]>}) -> (tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    return %p : tensor<2xi32>
  }
})")
                .code(),
            absl::StatusCode::kInvalidArgument); // the test gives no argument for %p
  EXPECT_EQ(runText(R"(
module {
  sdy.mesh @mesh = <["i"=1]>
  func.func @main() {
    %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %0 = sdy.sharding_constraint %x <@mesh, [{"i", ?}p1], replicated={"i":(1)1}> : tensor<2xi32>
    %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{replicated}"} : (tensor<2xi32>) -> tensor<2xi32>
    %2 = stablehlo.custom_call @annotate_device_placement(%1) {has_side_effect = true} : (tensor<2xi32>) -> tensor<2xi32>
    %3 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%2) : (tensor<2xi32>) -> tensor<2xi32>
)" + check("%3", "[1, 2]", "tensor<2xi32>") +
                    "    return\n  }\n}"),
            okStatus());
  expectRefused("func.func @main(%x: tensor<2xi32>) -> tensor<4xi32> {\n  %0 = "
                "sdy.manual_computation(%x) : (tensor<2xi32>) -> tensor<4xi32>\n  return %0 : "
                "tensor<4xi32>\n}",
                absl::StatusCode::kUnimplemented, "sdy.manual_computation");
}

} // namespace
} // namespace lz::formats
