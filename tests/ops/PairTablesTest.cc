// Tests tables of pairs in which each entry reduces a row of one array and a row of another array.
// Kernels reduce several rows of both arrays together (impl/emit/stages/SideBySide.h). The numbers
// of rows are no multiples of a vector or of four points, so some vectors and groups of points are
// incomplete.
#include "Harness.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"

namespace lz::test {
namespace {

// Distances of XROWS rows and YROWS rows of LENGTH numbers of type T, in BATCH batches.
constexpr char kDistances[] = R"(
func.func @main(%x: tensor<BATCHxXROWSxLENGTHxT>, %y: tensor<BATCHxYROWSxLENGTHxT>) -> tensor<BATCHxXROWSxYROWSxT> {
  %zero = stablehlo.constant dense<ZERO> : tensor<T>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1, 3] : (tensor<BATCHxXROWSxLENGTHxT>) -> tensor<BATCHxXROWSxYROWSxLENGTHxT>
  %1 = stablehlo.broadcast_in_dim %y, dims = [0, 2, 3] : (tensor<BATCHxYROWSxLENGTHxT>) -> tensor<BATCHxXROWSxYROWSxLENGTHxT>
  %2 = stablehlo.subtract %0, %1 : tensor<BATCHxXROWSxYROWSxLENGTHxT>
  %3 = stablehlo.abs %2 : tensor<BATCHxXROWSxYROWSxLENGTHxT>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.REDUCER across dimensions = [3] : (tensor<BATCHxXROWSxYROWSxLENGTHxT>, tensor<T>) -> tensor<BATCHxXROWSxYROWSxT>
  return %4 : tensor<BATCHxXROWSxYROWSxT>
})";

// The program takes a slice of the first array, at a start that it computes. It computes two sums
// of the same rows, and a function of each entry.
constexpr char kSlice[] = R"(
func.func @main(%a: tensor<31x77xT>, %y: tensor<45x77xT>, %at: tensor<i32>) -> (tensor<9x45xT>, tensor<9x45xT>) {
  %zero = stablehlo.constant dense<ZERO> : tensor<T>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.dynamic_slice %a, %at, %none, sizes = [9, 77] : (tensor<31x77xT>, tensor<i32>, tensor<i32>) -> tensor<9x77xT>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<9x77xT>) -> tensor<9x45x77xT>
  %1 = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<45x77xT>) -> tensor<9x45x77xT>
  %2 = stablehlo.subtract %0, %1 : tensor<9x45x77xT>
  %3 = stablehlo.multiply %2, %2 : tensor<9x45x77xT>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<9x45x77xT>, tensor<T>) -> tensor<9x45xT>
  %5 = stablehlo.abs %2 : tensor<9x45x77xT>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<9x45x77xT>, tensor<T>) -> tensor<9x45xT>
  %7 = stablehlo.negate %4 : tensor<9x45xT>
  return %7, %6 : tensor<9x45xT>, tensor<9x45xT>
})";

// Small whole numbers, so that sums are exact in any order.
Literal wholeNumbers(const TensorType& type, int64_t seed) {
  Literal literal(type);
  visitDType(type.dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < type.numElements(); ++i)
      literal.mutableAs<T>()[i] = T(float((i * 31 + seed) * 17 % 23 - 11));
  });
  return literal;
}

void expectExact(std::string text, const std::string& dtype) {
  text = absl::StrReplaceAll(text, {{"xT>", "x" + dtype + ">"},
                                    {"<T>", "<" + dtype + ">"},
                                    {"ZERO", dtype == "i32" ? "0" : "0.0"}});
  StatusOr<Program> program = compiler::parseModule(text, "t");
  ASSERT_TRUE(program.ok()) << program.status() << text;
  Arguments args;
  for (ValueId param : program->body.params)
    args.push_back(wholeNumbers(program->type(param), int64_t(args.size()) * 5));
  EXPECT_EQ(disagreement(*program, args, {.sameBits = true}), "") << text;
}

struct Extents {
  int64_t batch, xRows, yRows, length;
};

TEST(PairTables, HaveTheEntriesOfTheInterpreter) {
  for (const char* dtype : {"f32", "f64", "i32"})
    for (const char* reducer : {"add", "maximum"})
      for (Extents e : {Extents{1, 9, 40, 100}, Extents{1, 3, 17, 33}, Extents{2, 6, 21, 64},
                        Extents{1, 1, 50, 100}, Extents{1, 50, 1, 100}, Extents{1, 4, 16, 48},
                        Extents{3, 5, 7, 45}, Extents{1, 0, 7, 45}, Extents{1, 7, 7, 0}})
        expectExact(absl::StrReplaceAll(kDistances, {{"BATCH", absl::StrCat(e.batch)},
                                                     {"XROWS", absl::StrCat(e.xRows)},
                                                     {"YROWS", absl::StrCat(e.yRows)},
                                                     {"LENGTH", absl::StrCat(e.length)},
                                                     {"REDUCER", reducer}}),
                    dtype);
}

TEST(PairTables, OfSlicesWithSeveralSums) {
  for (const char* dtype : {"f32", "f64", "i32"})
    expectExact(kSlice, dtype);
}

} // namespace
} // namespace lz::test
