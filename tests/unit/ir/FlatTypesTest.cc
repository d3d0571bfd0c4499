// Tokens, tuples, futures, and transfers to the host.
#include "CheckedText.h"
#include "formats/stablehlo/StableHloText.h"

namespace lz::formats {
namespace {

constexpr absl::StatusCode kUnimplemented = absl::StatusCode::kUnimplemented,
                           kInvalid = absl::StatusCode::kInvalidArgument;

TEST(FlatTypes, TokensOfFunctionsLoopsAndBranchesGo) {
  EXPECT_EQ(runBody(R"(
  %t = stablehlo.create_token : !stablehlo.token
  %u = stablehlo.after_all %t, %t : !stablehlo.token
  %x = stablehlo.constant dense<3> : tensor<i32>
  %b:2 = stablehlo.optimization_barrier %u, %x : !stablehlo.token, tensor<i32>
  %w:2 = stablehlo.while(%a = %b#0, %n = %b#1) : !stablehlo.token, tensor<i32>
  cond {
    %five = stablehlo.constant dense<5> : tensor<i32>
    %c = stablehlo.compare LT, %n, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %m = stablehlo.add %n, %x : tensor<i32>
    stablehlo.return %a, %m : !stablehlo.token, tensor<i32>
  }
  %p = stablehlo.constant dense<true> : tensor<i1>
  %i:2 = "stablehlo.if"(%p) ({
    stablehlo.return %w#1, %w#0 : tensor<i32>, !stablehlo.token
  }, {
    stablehlo.return %x, %t : tensor<i32>, !stablehlo.token
  }) : (tensor<i1>) -> (tensor<i32>, !stablehlo.token)
)" + check("%i#0", "6", "tensor<i32>")),
            okStatus());
}

TEST(FlatTypes, ParametersAndResultsAreTensors) {
  StatusOr<Program> program = parseStableHlo(R"(
func.func private @f(%t: !stablehlo.token, %x: tensor<2xf32>) -> (tensor<2xf32>, !stablehlo.token) {
  %y = stablehlo.negate %x : tensor<2xf32>
  return %y, %t : tensor<2xf32>, !stablehlo.token
}
func.func @main(%t: !stablehlo.token {jax.token}, %p: tuple<tensor<2xf32>, tuple<tensor<i32>>>,
                %z: tensor<f64> {jax.buffer_donor = true}) -> (!stablehlo.token, tuple<tensor<2xf32>, tensor<f64>>) {
  %x = stablehlo.get_tuple_element %p[0] : (tuple<tensor<2xf32>, tuple<tensor<i32>>>) -> tensor<2xf32>
  %y:2 = call @f(%t, %x) : (!stablehlo.token, tensor<2xf32>) -> (tensor<2xf32>, !stablehlo.token)
  %q = stablehlo.tuple %y#0, %z : tuple<tensor<2xf32>, tensor<f64>>
  return %y#1, %q : !stablehlo.token, tuple<tensor<2xf32>, tensor<f64>>
})",
                                             "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  ASSERT_EQ(program->body.params.size(), 3U);
  EXPECT_EQ(program->type(program->body.params[1]).str(), "tensor<i32>");
  EXPECT_EQ(program->donated, (std::vector<bool>{false, false, true}));
  ASSERT_EQ(program->body.results.size(), 2U);
  EXPECT_EQ(program->type(program->body.results[1]).str(), "tensor<f64>");
}

TEST(FlatTypes, InnerElementsOfTuples) {
  EXPECT_EQ(runBody(R"(
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %p = stablehlo.tuple %a, %b : tuple<tensor<i32>, tensor<2xi32>>
  %t = stablehlo.create_token : !stablehlo.token
  %q = stablehlo.tuple %t, %p, %a : tuple<!stablehlo.token, tuple<tensor<i32>, tensor<2xi32>>, tensor<i32>>
  %r = stablehlo.get_tuple_element %q[1] : (tuple<!stablehlo.token, tuple<tensor<i32>, tensor<2xi32>>, tensor<i32>>) -> tuple<tensor<i32>, tensor<2xi32>>
  %s = stablehlo.get_tuple_element %r[1] : (tuple<tensor<i32>, tensor<2xi32>>) -> tensor<2xi32>
)" + check("%s", "[2, 3]", "tensor<2xi32>")),
            okStatus());
}

TEST(FlatTypes, WhatIsStartedIsDoneAtOnce) {
  EXPECT_EQ(runBody(R"(
  %x = stablehlo.constant dense<[2, 3, 4]> : tensor<3xi32>
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<3xi32>):
    %s = stablehlo.slice %a [1:3] : (tensor<3xi32>) -> tensor<2xi32>
    stablehlo.return %s : tensor<2xi32>
  }) : (tensor<3xi32>) -> !stablehlo.future<tensor<2xi32>>
  %y = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  %g = "stablehlo.async_start"(%x) ({
    %s = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<3xi32>) -> tensor<3xi32>
    stablehlo.return %s : tensor<3xi32>
  }) : (tensor<3xi32>) -> !stablehlo.future<tensor<3xi32>>
  %z = "stablehlo.async_done"(%g) : (!stablehlo.future<tensor<3xi32>>) -> tensor<3xi32>
)" + check("%y", "[3, 4]", "tensor<2xi32>") +
                    check("%z", "[2, 3, 4]", "tensor<3xi32>")),
            okStatus());
}

TEST(FlatTypes, TransfersAreRefusedByName) {
  expectRefused(bodyOf(R"(  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.infeed"(%t) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token))"),
                kUnimplemented, "t.mlir:3:10: [infeed] transfers tensors while the program runs");
  expectRefused(bodyOf(R"(  %t = stablehlo.create_token : !stablehlo.token
  %x = stablehlo.constant dense<1> : tensor<i32>
  %r = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<i32>, !stablehlo.token) -> !stablehlo.token)"),
                kUnimplemented, "[send] transfers tensors while the program runs");
}

TEST(FlatTypes, WrongTypesBehindTokensAreSeen) {
  expectRefused(bodyOf(R"(  %t = stablehlo.create_token : !stablehlo.token
  %x = stablehlo.constant dense<3> : tensor<i32>
  %w:2 = stablehlo.while(%a = %t, %n = %x) : !stablehlo.token, tensor<i32>
  cond {
    stablehlo.return %n : tensor<i32>
  } do {
    stablehlo.return %a, %n : !stablehlo.token, tensor<i32>
  })"),
                kInvalid, "[while]");
}

// Outside of functions the parser allows a value that uses itself, so such values are refused.
TEST(FlatTypes, ValuesOutsideOfFunctionsAreRefused) {
  for (const char* op :
       {"%r = stablehlo.get_tuple_element %r[0] : (tuple<tensor<2xf32>>) -> tensor<2xf32>",
        "%a = stablehlo.custom_call @Sharding(%a) : (tensor<2xf32>) -> tensor<2xf32>"})
    EXPECT_FALSE(
        parseStableHlo(std::string("module {\n  func.func @main() {\n    return\n  }\n  ") + op +
                           "\n}",
                       "t.mlir")
            .ok())
        << op;
}

TEST(FlatTypes, EffectsKeepTheirOrder) {
  StatusOr<Program> program = parseStableHlo(R"(
func.func @main(%x: tensor<2xf32>) {
  %t = stablehlo.create_token : !stablehlo.token
  %u = stablehlo.custom_call @first(%x, %t) {has_side_effect = true} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %v = stablehlo.custom_call @second(%x, %u) {has_side_effect = true} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
})",
                                             "t.mlir");
  ASSERT_TRUE(program.ok()) << program.status();
  ASSERT_EQ(program->body.ops.size(), 2U);
  EXPECT_EQ(program->body.ops[0].operands.size(), 1U);
  EXPECT_TRUE(program->body.ops[0].results.empty());
}

} // namespace
} // namespace lz::formats
