// Tests ops without an entry in the table of ops. Other ops replace them. The programs check their
// own results.
#include "formats/stablehlo/StableHloText.h"
#include "semantics/eval/Evaluate.h"

#include <gtest/gtest.h>

namespace lz::formats {
namespace {

Status run(const std::string& body) {
  StatusOr<Program> program =
      parseStableHlo("func.func @main() {\n" + body + "\n  return\n}\n", "t.mlir");
  return program.ok() ? eval::evaluate(*program, {}).status() : program.status();
}

void expectNoEntry(const std::string& text, const std::string& part) {
  Status status = parseStableHlo(text, "t.mlir").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented) << status;
  EXPECT_NE(status.message().find(part), absl::string_view::npos) << status;
}

TEST(OpsWithoutEntry, MapIsItsBodyOnWholeTensors) {
  EXPECT_EQ(run(R"(
  %x = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
  %k = stablehlo.constant dense<10> : tensor<i64>
  %0 = "stablehlo.map"(%x, %x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %three = stablehlo.constant dense<3> : tensor<i64>
    %1 = stablehlo.multiply %a, %three : tensor<i64>
    %2 = stablehlo.add %1, %k : tensor<i64>
    %3 = stablehlo.compare LT, %2, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %4 = stablehlo.select %3, %a, %2 : tensor<i1>, tensor<i64>
    stablehlo.return %4 : tensor<i64>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi64>
  %e1 = stablehlo.constant dense<[[10, 13, 16], [19, 22, 25]]> : tensor<2x3xi64>
  stablehlo.custom_call @check.expect_eq(%0, %e1) {has_side_effect = true} : (tensor<2x3xi64>, tensor<2x3xi64>) -> ())"),
            okStatus());
  EXPECT_EQ(run(R"(
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  %k = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %k : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %e2 = stablehlo.constant dense<> : tensor<0x3xf32>
  stablehlo.custom_call @check.expect_eq(%0, %e2) {has_side_effect = true} : (tensor<0x3xf32>, tensor<0x3xf32>) -> ())"),
            okStatus());
}

TEST(OpsWithoutEntry, MapsNest) {
  EXPECT_EQ(run(R"(
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<i64>):
    %1 = "stablehlo.map"(%a) ({
    ^bb0(%b: tensor<i64>):
      %3 = stablehlo.constant dense<3> : tensor<i64>
      %2 = stablehlo.add %a, %b : tensor<i64>
      %4 = stablehlo.add %2, %3 : tensor<i64>
      stablehlo.return %4 : tensor<i64>
    }) {dimensions = array<i64>} : (tensor<i64>) -> tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) {dimensions = array<i64: 0>} : (tensor<2xi64>) -> tensor<2xi64>
  %e = stablehlo.constant dense<[5, 7]> : tensor<2xi64>
  stablehlo.custom_call @check.expect_eq(%0, %e) {has_side_effect = true} : (tensor<2xi64>, tensor<2xi64>) -> ())"),
            okStatus());
}

// A branch within a branch: 10 if x < 0, otherwise -x if x < 3, otherwise x.
TEST(OpsWithoutEntry, MapsBranch) {
  EXPECT_EQ(run(R"(
  %x = stablehlo.constant dense<[-1, 2, 5]> : tensor<3xi64>
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<i64>):
    %zero = stablehlo.constant dense<0> : tensor<i64>
    %three = stablehlo.constant dense<3> : tensor<i64>
    %p = stablehlo.compare LT, %a, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %1 = "stablehlo.if"(%p) ({
      %ten = stablehlo.constant dense<10> : tensor<i64>
      stablehlo.return %ten : tensor<i64>
    }, {
      %q = stablehlo.compare LT, %a, %three : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %2 = "stablehlo.if"(%q) ({
        %3 = stablehlo.negate %a : tensor<i64>
        stablehlo.return %3 : tensor<i64>
      }, {
        stablehlo.return %a : tensor<i64>
      }) : (tensor<i1>) -> tensor<i64>
      stablehlo.return %2 : tensor<i64>
    }) : (tensor<i1>) -> tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) {dimensions = array<i64: 0>} : (tensor<3xi64>) -> tensor<3xi64>
  %e = stablehlo.constant dense<[10, -2, 5]> : tensor<3xi64>
  stablehlo.custom_call @check.expect_eq(%0, %e) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ())"),
            okStatus());
}

TEST(OpsWithoutEntry, OtherMapsAreRefused) {
  auto map = [](const std::string& body, const std::string& dimensions) {
    return "func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {\n  %0 = "
           "\"stablehlo.map\"(%x) "
           "({\n  ^bb0(%a: tensor<f32>):\n" +
           body +
           "    stablehlo.return %b : tensor<f32>\n  }) {dimensions = array<i64: " + dimensions +
           ">} : (tensor<2x3xf32>) -> tensor<2x3xf32>\n  return %0 : tensor<2x3xf32>\n}";
  };
  expectNoEntry(map("    %b = stablehlo.negate %a : tensor<f32>\n", "1, 0"), "op stablehlo.map");
  expectNoEntry(map("    %b = stablehlo.negate %a : tensor<f32>\n", "0"), "op stablehlo.map");
  expectNoEntry(map("    %r = stablehlo.reshape %a : (tensor<f32>) -> tensor<1xf32>\n"
                    "    %b = stablehlo.reshape %r : (tensor<1xf32>) -> tensor<f32>\n",
                    "0, 1"),
                "op stablehlo.map");
}

TEST(OpsWithoutEntry, MapsWithoutAnEndAreRefused) {
  for (const char* body : {"", "    %b = stablehlo.negate %a : tensor<f32>\n"})
    expectNoEntry(std::string("func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n  %0 = "
                              "\"stablehlo.map\"(%x) ({\n  ^bb0(%a: tensor<f32>):\n") +
                      body +
                      "  }) {dimensions = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xf32>\n  "
                      "return %0 : tensor<3xf32>\n}",
                  "op stablehlo.map");
}

constexpr char kStatistics[] = R"(
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 6.0]]> : tensor<2x2xf64>
  %scale = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %offset = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf64>
)";

TEST(OpsWithoutEntry, BatchNormOfItsOwnStatistics) {
  EXPECT_EQ(run(std::string(kStatistics) + R"(
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) {epsilon = 0.0 : f32, feature_index = 1 : i64}
    : (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %1 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %0#1, %0#2) {epsilon = 0.0 : f32, feature_index = 1 : i64}
    : (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2x2xf64>
  %e3 = stablehlo.constant dense<[[-1.0, -1.0], [1.0, 3.0]]> : tensor<2x2xf64>
  stablehlo.custom_call @check.expect_eq(%0#0, %e3) {has_side_effect = true} : (tensor<2x2xf64>, tensor<2x2xf64>) -> ()
  %e4 = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf64>
  stablehlo.custom_call @check.expect_eq(%0#1, %e4) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
  %e5 = stablehlo.constant dense<[1.0, 4.0]> : tensor<2xf64>
  stablehlo.custom_call @check.expect_eq(%0#2, %e5) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
  stablehlo.custom_call @check.expect_eq(%0#0, %1) {has_side_effect = true} : (tensor<2x2xf64>, tensor<2x2xf64>) -> ())"),
            okStatus());
}

TEST(OpsWithoutEntry, BatchNormGradient) {
  EXPECT_EQ(run(std::string(kStatistics) + R"(
  %mean = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf64>
  %variance = stablehlo.constant dense<[3.0, 0.0]> : tensor<2xf64>
  %g = stablehlo.constant dense<[[1.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf64>
  %0:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %g) {epsilon = 1.0 : f32, feature_index = 1 : i64}
    : (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %e6 = stablehlo.constant dense<[[-0.6875, -18.0], [-1.0625, -78.0]]> : tensor<2x2xf64>
  stablehlo.custom_call @check.expect_eq(%0#0, %e6) {has_side_effect = true} : (tensor<2x2xf64>, tensor<2x2xf64>) -> ()
  %e7 = stablehlo.constant dense<[3.5, 16.0]> : tensor<2xf64>
  stablehlo.custom_call @check.expect_eq(%0#1, %e7) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
  %e8 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf64>
  stablehlo.custom_call @check.expect_eq(%0#2, %e8) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ())"),
            okStatus());
}

TEST(OpsWithoutEntry, BatchNormOfWrongTypesIsRefused) {
  for (const char* feature : {"2", "-1"})
    expectNoEntry(std::string("func.func @main(%x: tensor<2x2xf32>, %s: tensor<2xf32>) {\n"
                              "  %0:3 = \"stablehlo.batch_norm_training\"(%x, %s, %s) "
                              "{epsilon = 0.0 : f32, feature_index = ") +
                      feature +
                      " : i64} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> "
                      "(tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)\n  return\n}",
                  "op stablehlo.batch_norm_training");
}

TEST(OpsWithoutEntry, OneParticipantGetsWhatItGave) {
  EXPECT_EQ(run(R"(
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %id = stablehlo.partition_id : tensor<ui32>
  %replica = "stablehlo.replica_id"() : () -> tensor<ui32>
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %1 = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  %2 = "stablehlo.all_gather"(%0) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  %3 = "stablehlo.collective_permute"(%2) {source_target_pairs = dense<0> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  %e9 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  stablehlo.custom_call @check.expect_eq(%3, %e9) {has_side_effect = true} : (tensor<2xi64>, tensor<2xi64>) -> ()
  %e10 = stablehlo.constant dense<0> : tensor<ui32>
  stablehlo.custom_call @check.expect_eq(%id, %e10) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
  %e11 = stablehlo.constant dense<0> : tensor<ui32>
  stablehlo.custom_call @check.expect_eq(%replica, %e11) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ())"),
            okStatus());
}

TEST(OpsWithoutEntry, SeveralParticipantsAreRefused) {
  expectNoEntry("module attributes {mhlo.num_partitions = 2 : i32} {\n  func.func @main() -> "
                "tensor<ui32> {\n    %0 = stablehlo.partition_id : tensor<ui32>\n    return %0 : "
                "tensor<ui32>\n  }\n}",
                "op stablehlo.partition_id");
  expectNoEntry("func.func @main(%x: tensor<2xi64>) -> tensor<2xi64> {\n  %0 = "
                "\"stablehlo.all_to_all\"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} "
                ": (tensor<2xi64>) -> tensor<2xi64>\n  return %0 : tensor<2xi64>\n}",
                "op stablehlo.all_to_all");
}

TEST(OpsWithoutEntry, CompositesAreTheirDecompositions) {
  StatusOr<Program> program = parseStableHlo(R"(
func.func private @twice(%a: tensor<3xi64>) -> tensor<3xi64> {
  %0 = stablehlo.add %a, %a : tensor<3xi64>
  return %0 : tensor<3xi64>
}
func.func @main() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %0 = stablehlo.composite "my.twice" %x {composite_attributes = {n = 2 : i64}, decomposition = @twice, version = 1 : i32} : (tensor<3xi64>) -> tensor<3xi64>
  %e12 = stablehlo.constant dense<[2, 4, 6]> : tensor<3xi64>
  stablehlo.custom_call @check.expect_eq(%0, %e12) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
  return
})",
                                             "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(eval::evaluate(*program, {}).status(), okStatus());
}

} // namespace
} // namespace lz::formats
