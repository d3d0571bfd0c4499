// Programs whose ops could be fused into one kernel, if a plan could have that many loops. They are
// split into regions with as many loops as a plan can have.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "compiler/Compiler.h"
#include "runtime/Runtime.h"
#include "semantics/eval/Evaluate.h"

#include <gtest/gtest.h>

namespace lz::compiler {
namespace {

// For example "tensor<3x2x2xf32>" for rank 3.
std::string typeOf(int rank) {
  std::string dims = "3x";
  for (int d = 1; d < rank; ++d)
    dims += "2x";
  return absl::StrCat("tensor<", rank > 0 ? dims : "", "f32>");
}

std::string allDims(int rank) {
  std::vector<int> dims;
  for (int d = 0; d < rank; ++d)
    dims.push_back(d);
  return absl::StrJoin(dims, ", ");
}

// Returns a program for the sum of the squares of all elements of `count` tensors. Each sum is
// added as soon as it is computed, or all are added at the end.
std::string sumOfSquares(int count, int rank, bool addsLast = false) {
  std::string type = typeOf(rank), params, squares, additions, sum = "%z";
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&params, i > 0 ? ", " : "", "%x", i, ": ", type);
    absl::StrAppend(&squares, "  %q", i, " = stablehlo.multiply %x", i, ", %x", i, " : ", type,
                    "\n");
    absl::StrAppend(&squares, "  %r", i, " = stablehlo.reduce(%q", i,
                    " init: %z) applies stablehlo.add across dimensions = [", allDims(rank),
                    "] : (", type, ", tensor<f32>) -> tensor<f32>\n");
    absl::StrAppend(addsLast ? &additions : &squares, "  %s", i, " = stablehlo.add ", sum, ", %r",
                    i, " : tensor<f32>\n");
    sum = absl::StrCat("%s", i);
  }
  return absl::StrCat("func.func @main(", params, ") -> tensor<f32> {\n",
                      "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n", squares, additions,
                      "  return ", sum, " : tensor<f32>\n}\n");
}

// Uses small integers, so that every sum is exact in any order. Returns the number of kernels.
size_t checkedKernels(const std::string& text) {
  Program program = *parseModule(text, "loops.mlir");
  auto executable = makeCompiler()->compile(program, {});
  EXPECT_TRUE(executable.ok()) << executable.status();
  if (!executable.ok())
    return 0;
  std::vector<Literal> args;
  std::vector<runtime::StorageRef> storages;
  for (const TensorType& type : (*executable)->spec().inputs) {
    Literal arg(type);
    for (int64_t i = 0; i < type.numElements(); ++i)
      arg.mutableAs<float>()[i] = float((i * 7 + int64_t(args.size())) % 5 - 2);
    args.push_back(arg);
    storages.push_back(runtime::Storage::ofLiteral(std::move(arg)));
  }
  auto device = runtime::Device::host({});
  std::vector<Literal> expected = *eval::evaluate(program, args);
  auto run = (*executable)->run(*device, storages);
  EXPECT_TRUE(run.ok()) << run.status();
  for (int64_t i = 0; i < expected[0].type().numElements(); ++i)
    EXPECT_EQ(run->outputs[0]->as<float>()[i], expected[0].as<float>()[i]) << i;
  return (*executable)->spec().body.thunks.size();
}

TEST(Loops, SumsOfManyTensors) {
  EXPECT_EQ(checkedKernels(sumOfSquares(16, 4)), 1u);
  EXPECT_EQ(checkedKernels(sumOfSquares(17, 4)), 2u);
  EXPECT_EQ(checkedKernels(sumOfSquares(32, 2)), 1u);
  EXPECT_EQ(checkedKernels(sumOfSquares(33, 2)), 2u);
  EXPECT_EQ(checkedKernels(sumOfSquares(100, 5)), 9u); // 12 sums in each kernel but the last
  EXPECT_EQ(checkedKernels(sumOfSquares(100, 5, /*addsLast=*/true)), 9u);
}

// Returns a program of sums of two elements. Each sum is used in order and, through a reversal, in
// the opposite order, so it is computed twice, and so are its operands.
std::string statistics(int count, bool ofWindows) {
  const char *type = "tensor<20x2xf32>", *vector = "tensor<20xf32>";
  std::string body, sum = "%y";
  for (int i = 0; i < count; ++i) {
    std::string elements = absl::StrCat("%e", i);
    absl::StrAppend(&body, "  %c", i, " = stablehlo.constant dense<", i, ".0> : ", type, "\n");
    absl::StrAppend(&body, "  ", elements, " = stablehlo.maximum %x, %c", i, " : ", type, "\n");
    if (ofWindows) {
      absl::StrAppend(&body, "  %w", i, " = \"stablehlo.reduce_window\"(", elements,
                      ", %z) ({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %t = "
                      "stablehlo.add %a, %b : tensor<f32>\n    stablehlo.return %t : "
                      "tensor<f32>\n  }) {window_dimensions = array<i64: 3, 3>, padding = "
                      "dense<1> : tensor<2x2xi64>} : (",
                      type, ", tensor<f32>) -> ", type, "\n");
      elements = absl::StrCat("%w", i);
    }
    absl::StrAppend(&body, "  %r", i, " = stablehlo.reduce(", elements,
                    " init: %z) applies stablehlo.add across dimensions = [1] : (", type,
                    ", tensor<f32>) -> ", vector, "\n");
    absl::StrAppend(&body, "  %s", i, " = stablehlo.add ", sum, ", %r", i, " : ", vector, "\n");
    sum = absl::StrCat("%s", i);
  }
  return absl::StrCat("func.func @main(%x: ", type, ", %y: ", vector, ") -> ", vector,
                      " {\n  %z = stablehlo.constant dense<0.0> : tensor<f32>\n", body,
                      "  %t = stablehlo.reverse ", sum, ", dims = [0] : ", vector,
                      "\n  %r = stablehlo.add ", sum, ", %t : ", vector, "\n  return %r : ", vector,
                      "\n}\n");
}

TEST(Loops, WhatIsComputedTwiceHasTwiceTheLoops) {
  EXPECT_EQ(checkedKernels(statistics(20, false)), 1u);
  EXPECT_GE(checkedKernels(statistics(33, false)), 2u);
  EXPECT_GE(checkedKernels(statistics(12, true)), 2u);
}

} // namespace
} // namespace lz::compiler
