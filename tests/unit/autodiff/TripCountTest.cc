#include "autodiff/rules/TripCount.h"

#include "absl/strings/str_replace.h"
#include "formats/stablehlo/StableHloText.h"
#include "gtest/gtest.h"
#include "semantics/eval/Evaluate.h"

namespace lz::autodiff {
namespace {

// Returns the trip count of the loop at the end of the program.
StatusOr<TripCount> countOf(const Program& program) {
  Definitions definitions(program);
  definitions.add(program.body.ops);
  return tripCountOf(program, program.body.ops.back(), definitions);
}

Program parse(const std::string& text) {
  StatusOr<Program> program = formats::parseStableHlo(text, "loop");
  EXPECT_TRUE(program.ok()) << program.status() << "\n" << text;
  return program.value_or(Program());
}

constexpr const char* kLoop = R"(
func.func @main() -> (tensor<$T>, tensor<i32>) {
  %start = stablehlo.constant dense<$START> : tensor<$T>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %start, %n = %zero) : tensor<$T>, tensor<i32>
   cond {
    %bound = stablehlo.constant dense<$BOUND> : tensor<$T>
    %1 = stablehlo.compare $COMPARE : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %step = stablehlo.constant dense<$STEP> : tensor<$T>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.$ADD : tensor<$T>
    %2 = stablehlo.add %n, %one : tensor<i32>
    stablehlo.return %1, %2 : tensor<$T>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<$T>, tensor<i32>
})";

Program loop(const std::string& type, int start, const std::string& compare, int bound,
             const std::string& add, int step) {
  return parse(absl::StrReplaceAll(kLoop, {{"$START", absl::StrCat(start)},
                                           {"$STEP", absl::StrCat(step)},
                                           {"$BOUND", absl::StrCat(bound)},
                                           {"$COMPARE", compare},
                                           {"$ADD", add},
                                           {"$T", type}}));
}

// Compares the count with a run. The counter is an i8, which soon wraps. Loops that wrap have no
// trip count.
TEST(TripCount, IsWhatRunningGives) {
  int counted = 0;
  for (const char* direction : {"LT", "LE", "GT", "GE", "EQ", "NE"})
    for (const char* sides : {"%i, %bound", "%bound, %i"})
      for (const char* add : {"add %i, %step", "add %step, %i", "subtract %i, %step"})
        for (int start : {-3, 0, 4})
          for (int bound : {-5, 0, 4, 127})
            for (int step : {-2, 0, 1, 3}) {
              std::string compare = absl::StrCat(direction, ", ", sides);
              Program program = loop("i8", start, compare, bound, add, step);
              StatusOr<TripCount> count = countOf(program);
              auto results = eval::evaluate(program, {}, {.maxIterations = 200});
              if (!count.ok())
                continue; // the counter wraps, or the loop never ends
              ++counted;
              ASSERT_TRUE(results.ok()) << print(program);
              EXPECT_EQ((*results)[1].toInt(0), count->iterations) << print(program);
              EXPECT_EQ(count->counter, 0u);
              EXPECT_EQ(count->start, start);
            }
  EXPECT_GT(counted, 300);
}

TEST(TripCount, EndsOfTypes) {
  auto iterations = [](const Program& program) {
    StatusOr<TripCount> count = countOf(program);
    return count.ok() ? count->iterations : -1;
  };
  EXPECT_EQ(iterations(loop("i8", 0, "LT, %i, %bound", 127, "add %i, %step", 1)), 127);
  EXPECT_EQ(iterations(loop("i8", 0, "LE, %i, %bound", 127, "add %i, %step", 1)), -1);
  EXPECT_EQ(iterations(loop("i8", 0, "LT, %i, %bound", 127, "add %i, %step", 3)), -1);
  EXPECT_EQ(iterations(loop("ui8", 5, "GT, %i, %bound", 0, "subtract %i, %step", 1)), 5);
  EXPECT_EQ(iterations(loop("ui8", 5, "GE, %i, %bound", 0, "subtract %i, %step", 1)), -1);
  EXPECT_EQ(iterations(loop("ui64", 3, "LT, %i, %bound", 10, "add %i, %step", 2)), 4);
}

// Counts also work for constants after views and conversions, captured or carried without change,
// and reshaped comparisons.
TEST(TripCount, LooksThroughViews) {
  StatusOr<TripCount> count = countOf(parse(R"(
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %start = stablehlo.constant dense<2> : tensor<i64>
  %s = stablehlo.convert %start : (tensor<i64>) -> tensor<i16>
  %s1 = stablehlo.reshape %s : (tensor<i16>) -> tensor<1xi16>
  %five = stablehlo.constant dense<261> : tensor<1xi32>
  %b = stablehlo.convert %five : (tensor<1xi32>) -> tensor<1xui8>
  %step = stablehlo.constant dense<1> : tensor<i16>
  %0:3 = stablehlo.while(%h = %x, %i = %s1, %n = %b) : tensor<f32>, tensor<1xi16>, tensor<1xui8>
   cond {
    %1 = stablehlo.convert %n : (tensor<1xui8>) -> tensor<1xi32>
    %2 = stablehlo.convert %i : (tensor<1xi16>) -> tensor<1xi32>
    %3 = stablehlo.compare GT, %1, %2 : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %4 = stablehlo.reshape %3 : (tensor<1xi1>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  } do {
    %1 = stablehlo.broadcast_in_dim %step, dims = [] : (tensor<i16>) -> tensor<1xi16>
    %2 = stablehlo.add %1, %i : tensor<1xi16>
    stablehlo.return %h, %2, %n : tensor<f32>, tensor<1xi16>, tensor<1xui8>
  }
  return %0#0 : tensor<f32>
})"));
  ASSERT_TRUE(count.ok()) << count.status();
  EXPECT_EQ(count->counter, 1u);
  EXPECT_EQ(count->start, 2);
  EXPECT_EQ(count->step, 1);
  EXPECT_EQ(count->iterations, 3); // 261 as a ui8 is 5
}

} // namespace
} // namespace lz::autodiff
