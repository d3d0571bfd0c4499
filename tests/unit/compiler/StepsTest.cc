// Tests the steps of programs as dumps print them, before values have places in memory.
#include "compiler/Compiler.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace lz::compiler {
namespace {

std::string stepsOf(const std::string& text) {
  char dir[] = "/tmp/lazuli-steps-XXXXXX";
  EXPECT_NE(mkdtemp(dir), nullptr);
  CompileOptions options;
  options.dumpDir = dir;
  options.verify = true;
  StatusOr<Program> program = parseModule(text, "steps.mlir");
  EXPECT_TRUE(program.ok()) << program.status();
  auto executable = makeCompiler()->compile(*program, options);
  EXPECT_TRUE(executable.ok()) << executable.status();
  std::stringstream steps;
  for (const auto& file : std::filesystem::recursive_directory_iterator(dir))
    if (file.path().string().ends_with("_steps.txt"))
      steps << std::ifstream(file.path()).rdbuf();
  std::filesystem::remove_all(dir);
  return steps.str();
}

void expectIn(const std::string& steps, const std::string& part) {
  EXPECT_NE(steps.find(part), std::string::npos) << "not in it: " << part << "\n" << steps;
}

// The result is first filled by a copy; then the scatter reads and writes it.
TEST(Steps, AnUpdateReadsWhatItUpdates) {
  std::string steps = stepsOf(R"(
func.func @main(%x: tensor<50xf32> {jax.buffer_donor = true}, %i: tensor<9x1xi32>, %u: tensor<9xf32>) -> tensor<50xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<50xf32>, tensor<9x1xi32>, tensor<9xf32>) -> tensor<50xf32>
  return %0 : tensor<50xf32>
}
)");
  expectIn(steps, "  in0 200 B, donated\n");
  expectIn(steps, "  copy reads in0 writes out0, ");
  expectIn(steps, "      out0 may lie where in0 lay: a copy to itself is nothing\n");
  expectIn(steps, " reads out0 in1 in2 writes out0, ");
  expectIn(steps, "      out0 is updated: its old elements are there already, and some of them are "
                  "overwritten\n");
}

// Zeros that only an update reads are made in the memory of its result. The same holds for a chain
// of updates.
TEST(Steps, WhatOnlyAnUpdateReadsIsMadeInItsPlace) {
  std::string steps = stepsOf(R"(
func.func @main(%i: tensor<9x1xi32>, %u: tensor<9x20xf32>, %v: tensor<9x20xf32>) -> tensor<50x20xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<50x20xf32>
  %0 = "stablehlo.scatter"(%z, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<50x20xf32>, tensor<9x1xi32>, tensor<9x20xf32>) -> tensor<50x20xf32>
  %1 = "stablehlo.scatter"(%0, %i, %v) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<50x20xf32>, tensor<9x1xi32>, tensor<9x20xf32>) -> tensor<50x20xf32>
  return %1 : tensor<50x20xf32>
}
)");
  EXPECT_EQ(steps.find("copy"), std::string::npos) << steps;
  EXPECT_EQ(steps.find("tmp"), std::string::npos) << steps;
}

TEST(Steps, AKernelSaysWhatItMayWriteOver) {
  std::string steps = stepsOf(R"(
func.func @main(%x: tensor<40x50xf32> {jax.buffer_donor = true}, %y: tensor<40x50xf32>, %z: tensor<50x40xf32> {jax.buffer_donor = true}) -> tensor<40x50xf32> {
  %0 = stablehlo.add %x, %y : tensor<40x50xf32>
  %1 = stablehlo.transpose %z, dims = [1, 0] : (tensor<50x40xf32>) -> tensor<40x50xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<40x50xf32>
  return %2 : tensor<40x50xf32>
}
)");
  expectIn(steps, "      out0 may lie where in0 lay: each element is read before it is written\n");
}

// The kernels are printed below their contraction, which has scratch.
TEST(Steps, KernelsOnRowsBelongToTheirContraction) {
  std::string steps = stepsOf(R"(
func.func @main(%x: tensor<3001x77xf32>, %w: tensor<77x53xf32>, %b: tensor<53xf32>) -> tensor<3001x53xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3001x77xf32>, tensor<77x53xf32>) -> tensor<3001x53xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<53xf32>) -> tensor<3001x53xf32>
  %2 = stablehlo.add %0, %1 : tensor<3001x53xf32>
  return %2 : tensor<3001x53xf32>
}
)");
  expectIn(steps, "  contraction dot_general reads in0 in1 writes rows4 scratch tmp5, ");
  expectIn(steps, " ns\n"
                  "    on its rows\n"
                  "      kernel ");
  expectIn(steps, " reads in2 rows4 writes out0 in 3001 rows, ");
}

TEST(Steps, ALoopHasAConditionAndABody) {
  std::string steps = stepsOf(R"(
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %limit = stablehlo.constant dense<10.0> : tensor<f32>
  %r = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<f32>):
    %c = stablehlo.compare LT, %a, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>):
    %d = stablehlo.add %a, %a : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
)");
  expectIn(steps, "  copy reads in0 writes out0, ");
  expectIn(steps, "  loop while reads tmp2 writes out0, ");
  expectIn(steps, "    condition\n");
  expectIn(steps, "    body\n");
}

// Returns the steps of a loop whose body makes the next value %n of %a, and the next value %m of
// %b, by `ops`. The third carried value counts the trips.
std::string stepsOfLoop(const std::string& ops, const std::string& after = "",
                        const std::string& returned = "%r#0, %r#1") {
  return stepsOf(R"(
func.func @main(%x: tensor<7x5xf32>, %w: tensor<5x5xf32>) -> (tensor<7x5xf32>, tensor<7x5xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.constant dense<1000> : tensor<i32>
  %r:3 = "stablehlo.while"(%x, %x, %zero) ({
  ^bb0(%a: tensor<7x5xf32>, %b: tensor<7x5xf32>, %i: tensor<i32>):
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<7x5xf32>, %b: tensor<7x5xf32>, %i: tensor<i32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
)" + ops + R"(
    stablehlo.return %n, %m, %j : tensor<7x5xf32>, tensor<7x5xf32>, tensor<i32>
  }) : (tensor<7x5xf32>, tensor<7x5xf32>, tensor<i32>) -> (tensor<7x5xf32>, tensor<7x5xf32>, tensor<i32>)
)" + after + "\n  return " +
                 returned + " : tensor<7x5xf32>, tensor<7x5xf32>\n}\n");
}

TEST(Steps, AKernelWritesTheNextValueWhereTheCarriedValueLies) {
  const std::string steps = stepsOfLoop(R"(
    %n = stablehlo.tanh %a : tensor<7x5xf32>
    %d = stablehlo.dot_general %n, %w, contracting_dims = [1] x [0] : (tensor<7x5xf32>, tensor<5x5xf32>) -> tensor<7x5xf32>
    %m = stablehlo.add %b, %d : tensor<7x5xf32>)");
  expectIn(steps, " reads out0 writes out0, ");
  expectIn(steps, "          out0 is updated: its next value is written, each element after it is "
                  "read\n");
  expectIn(steps, "      contraction dot_general reads out0 in1 ");
  expectIn(steps, " writes out1 in 7 rows, "); // the epilogue of the product
  EXPECT_EQ(steps.find("      copy reads", steps.find("    body")), std::string::npos) << steps;
}

TEST(Steps, ACarriedValueThatIsReadLaterIsNotOverwritten) {
  std::string steps = stepsOfLoop(R"(
    %n = stablehlo.tanh %a : tensor<7x5xf32>
    %f = stablehlo.reverse %n, dims = [0] : tensor<7x5xf32>
    %d = stablehlo.dot_general %f, %w, contracting_dims = [1] x [0] : (tensor<7x5xf32>, tensor<5x5xf32>) -> tensor<7x5xf32>
    %e = stablehlo.reverse %d, dims = [1] : tensor<7x5xf32>
    %m = stablehlo.subtract %e, %a : tensor<7x5xf32>)");
  expectIn(steps, "      copy reads tmp");
  EXPECT_EQ(steps.find("out0 is updated"), std::string::npos) << steps;
  // The next value of each is computed from the other.
  steps = stepsOfLoop(R"(
    %n = stablehlo.tanh %b : tensor<7x5xf32>
    %m = stablehlo.exponential %a : tensor<7x5xf32>)");
  expectIn(steps, "  loop while ");
  EXPECT_EQ(steps.find("out0 is updated"), std::string::npos) << steps;
  // The body yields one value as the next value of both carried values. The kernel writes it to one
  // place, and a copy writes it to the other.
  steps = stepsOfLoop(R"(
    %s = stablehlo.add %a, %b : tensor<7x5xf32>
    %n = stablehlo.tanh %s : tensor<7x5xf32>
    %m = stablehlo.reshape %n : (tensor<7x5xf32>) -> tensor<7x5xf32>)",
                      "  %s = stablehlo.tanh %r#0 : tensor<7x5xf32>\n"
                      "  %t = stablehlo.negate %r#1 : tensor<7x5xf32>",
                      "%s, %t");
  expectIn(steps, "          tmp6 is updated: its next");
  expectIn(steps, "      copy reads tmp6 writes tmp5, ");
  // A row of the next value needs other rows of the carried one.
  steps = stepsOfLoop(R"(
    %f = stablehlo.reverse %a, dims = [0] : tensor<7x5xf32>
    %n = stablehlo.tanh %f : tensor<7x5xf32>
    %m = stablehlo.tanh %b : tensor<7x5xf32>)");
  EXPECT_EQ(steps.find("out0 is updated"), std::string::npos) << steps;
  expectIn(steps, "          out1 is updated: its next");
}

} // namespace
} // namespace lz::compiler
