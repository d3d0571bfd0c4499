// Long units run in pieces, and between pieces they check whether the run is cancelled. Every point
// must still be computed once, in its order.
#include "Harness.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "semantics/eval/Evaluate.h"

namespace lz::test {
namespace {

// Each of the 16 rows takes a bit more than four pieces, and is not reduced in two steps. T stands
// for the element type.
constexpr char kRows[] = R"(
func.func @main(%x: tensor<16x1048583xT>) -> (tensor<16xT>, tensor<16xT>) {
  %zero = stablehlo.constant dense<ZERO> : tensor<T>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16x1048583xT>, tensor<T>) -> tensor<16xT>
  %1 = stablehlo.reduce(%x init: %zero) across dimensions = [1] : (tensor<16x1048583xT>, tensor<T>) -> tensor<16xT>
   reducer(%a: tensor<T>, %b: tensor<T>) {
    %2 = stablehlo.subtract %b, %a : tensor<T>
    stablehlo.return %2 : tensor<T>
  }
  return %0, %1 : tensor<16xT>, tensor<16xT>
})";

// The two reduced dims are not neighbours, so there are two loops: one of 1031 points, and in it
// one of 1021.
constexpr char kBlocks[] = R"(
func.func @main(%x: tensor<1031x2x1021xT>) -> tensor<2xT> {
  %zero = stablehlo.constant dense<ZERO> : tensor<T>
  %0 = stablehlo.reduce(%x init: %zero) across dimensions = [0, 2] : (tensor<1031x2x1021xT>, tensor<T>) -> tensor<2xT>
   reducer(%a: tensor<T>, %b: tensor<T>) {
    %1 = stablehlo.subtract %b, %a : tensor<T>
    stablehlo.return %1 : tensor<T>
  }
  return %0 : tensor<2xT>
})";

// Several updates go to the same row. They run over the vectors of a unit.
constexpr char kScatter[] = R"(
func.func @main(%x: tensor<4000x64xT>, %k: tensor<40000x1xi32>, %u: tensor<40000x64xT>) -> tensor<4000x64xT> {
  %0 = "stablehlo.scatter"(%x, %k, %u) ({
  ^bb0(%a: tensor<T>, %b: tensor<T>):
    %1 = stablehlo.subtract %b, %a : tensor<T>
    stablehlo.return %1 : tensor<T>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4000x64xT>, tensor<40000x1xi32>, tensor<40000x64xT>) -> tensor<4000x64xT>
  return %0 : tensor<4000x64xT>
})";

Literal numbers(const TensorType& type) {
  Literal literal(type);
  visitDType(type.dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < type.numElements(); ++i)
      literal.mutableAs<T>()[i] = T(float(i * 7919 % 10007) / 3);
  });
  return literal;
}

std::string disagreementOf(const std::string& text, const std::string& dtype,
                           compiler::Numerics numerics) {
  StatusOr<Program> program = compiler::parseModule(
      absl::StrReplaceAll(text, {{"T>", dtype + ">"}, {"ZERO", dtype == "i32" ? "0" : "0.0"}}),
      "t");
  if (!program.ok())
    return program.status().ToString();
  Arguments args;
  for (ValueId param : program->body.params)
    args.push_back(numbers(program->type(param)));
  compiler::CompileOptions options = modeOptions();
  options.numerics = numerics;
  options.disabled = {"tiles"}; // otherwise units of less than 10 ms do not run in pieces
  auto compiled = runCompiled(*program, args, options);
  return compareOutputs(compiled, *eval::evaluate(*program, args), {.sameBits = true});
}

TEST(LongUnits, AreComputedToTheirEnd) {
  for (const char* text : {kRows, kBlocks, kScatter}) {
    EXPECT_EQ(disagreementOf(text, "i32", compiler::Numerics::Standard), "");
    EXPECT_EQ(disagreementOf(text, "f32", compiler::Numerics::Strict), "");
  }
}

} // namespace
} // namespace lz::test
