// Tests which regions run inside of contractions, and that this does not change results.
#include "CompiledWithout.h"
#include "absl/strings/str_replace.h"
#include "base/machine/Caches.h"

#include <gtest/gtest.h>

namespace lz::compiler {
namespace {

int countOf(const std::string& text, const std::string& part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

// Expects the same bits with 1 and 3 threads, with and without epilogues, and with the smallest
// blocks. Returns the printed thunks.
std::string epilogueThunksOf(const std::string& text) {
  auto plain = compiledWithout(text, {"epilogues"}), fused = compiledWithout(text),
       small = compiledWithout(text, {"tiles"});
  EXPECT_EQ(countOf(plain->print(), "on its rows"), 0);
  std::string expected = results(*plain, 1);
  for (int threads : {1, 3}) {
    EXPECT_TRUE(results(*fused, threads) == expected) << threads << " threads";
    EXPECT_TRUE(results(*small, threads) ==
                results(*compiledWithout(text, {"tiles", "epilogues"}), 1));
  }
  return fused->print();
}

// With smaller caches another placement is predicted to be a little faster: 749 instead of 751 us
// for the rows of k below, with 512 KiB.
bool hasLargeCaches() {
  return caches().second >= 1 << 20;
}

const char* kDense = R"(
func.func @main(%x: tensor<3001x77xf32>, %w: tensor<77x53xf32>, %b: tensor<53xf32>) -> (tensor<3001x53xf32>RESULTS) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3001x77xf32>, tensor<77x53xf32>) -> tensor<3001x53xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<53xf32>) -> tensor<3001x53xf32>
  %2 = stablehlo.add %0, %1 : tensor<3001x53xf32>
  %z = stablehlo.constant dense<0.0> : tensor<3001x53xf32>
  %3 = stablehlo.maximum %2, %z : tensor<3001x53xf32>
  return %3 VALUES : tensor<3001x53xf32> RESULTS
}
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return absl::StrReplaceAll(text, {{from, to}});
}

std::string withResults(const std::string& text, const std::string& values,
                        const std::string& types) {
  return replaced(replaced(text, "VALUES", values), "RESULTS", types);
}

TEST(Epilogues, BiasAndActivationNeedNoProductInMemory) {
  std::string thunks = epilogueThunksOf(withResults(kDense, "", ""));
  EXPECT_EQ(countOf(thunks, "on its rows"), 1) << thunks;
  EXPECT_EQ(countOf(thunks, "in scratch, row by row"), 1) << thunks;
}

TEST(Epilogues, AProductThatOthersWantIsInMemory) {
  std::string thunks = epilogueThunksOf(withResults(kDense, ", %0", ", tensor<3001x53xf32>"));
  EXPECT_EQ(countOf(thunks, "on its rows"), 1) << thunks;
  EXPECT_EQ(countOf(thunks, "in scratch, row by row"), 0) << thunks;
}

// The softmax of the rows and the maximum of each row run inside of the contraction. The column
// sums do not, because they need all rows.
TEST(Epilogues, RowsAreReducedInside) {
  std::string thunks = epilogueThunksOf(R"(
func.func @main(%q: tensor<5x130x17xf32>, %k: tensor<5x41x17xf32>) -> (tensor<5x130x41xf32>, tensor<41xf32>) {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<5x130x17xf32>, tensor<5x41x17xf32>) -> tensor<5x130x41xf32>
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%0 init: %i) applies stablehlo.maximum across dimensions = [2] : (tensor<5x130x41xf32>, tensor<f32>) -> tensor<5x130xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<5x130xf32>) -> tensor<5x130x41xf32>
  %2 = stablehlo.subtract %0, %mb : tensor<5x130x41xf32>
  %e = stablehlo.exponential %2 : tensor<5x130x41xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [2] : (tensor<5x130x41xf32>, tensor<f32>) -> tensor<5x130xf32>
  %tb = stablehlo.broadcast_in_dim %t, dims = [0, 1] : (tensor<5x130xf32>) -> tensor<5x130x41xf32>
  %p = stablehlo.divide %e, %tb : tensor<5x130x41xf32>
  %s = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x130x41xf32>, tensor<f32>) -> tensor<41xf32>
  return %p, %s : tensor<5x130x41xf32>, tensor<41xf32>
}
)");
  EXPECT_GE(countOf(thunks, "on its rows"), 1) << thunks;
  EXPECT_EQ(countOf(thunks, "  kernel column"), 1) << thunks;
  EXPECT_EQ(countOf(thunks, "in scratch, row by row"), 1) << thunks;
}

// The scaled product overwrites the rows of the product, because only the next epilogues read it.
TEST(Epilogues, WhatOnlyEpiloguesReadOverwritesRows) {
  const std::string text = R"(
func.func @main(%x: tensor<3001x77xf32>, %w: tensor<77x53xf32>) -> (tensor<3001x53xf32>, tensor<3001xf32>RESULTS) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3001x77xf32>, tensor<77x53xf32>) -> tensor<3001x53xf32>
  %h = stablehlo.constant dense<0.125> : tensor<3001x53xf32>
  %1 = stablehlo.multiply %0, %h : tensor<3001x53xf32>
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%1 init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<3001x53xf32>, tensor<f32>) -> tensor<3001xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<3001xf32>) -> tensor<3001x53xf32>
  %2 = stablehlo.subtract %1, %mb : tensor<3001x53xf32>
  %3 = stablehlo.exponential %2 : tensor<3001x53xf32>
  return %3, %m VALUES : tensor<3001x53xf32>, tensor<3001xf32> RESULTS
}
)";
  std::string thunks = epilogueThunksOf(withResults(text, "", ""));
  EXPECT_EQ(countOf(thunks, "on its rows"), 3) << thunks;
  EXPECT_EQ(countOf(thunks, "reads rows4 writes rows4"), 1) << thunks;
  thunks = epilogueThunksOf(withResults(text, ", %1", ", tensor<3001x53xf32>"));
  EXPECT_EQ(countOf(thunks, "on its rows"), 3) << thunks;
  EXPECT_EQ(countOf(thunks, "writes rows"), 1) << thunks; // the product
}

TEST(Epilogues, ConvolutionsWithChannelsLast) {
  std::string thunks = epilogueThunksOf(R"(
func.func @main(%x: tensor<3x57x59x16xf32>, %w: tensor<3x3x16x16xf32>, %b: tensor<16xf32>) -> tensor<3x57x59x16xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x57x59x16xf32>, tensor<3x3x16x16xf32>) -> tensor<3x57x59x16xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [3] : (tensor<16xf32>) -> tensor<3x57x59x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<3x57x59x16xf32>
  %3 = stablehlo.add %2, %x : tensor<3x57x59x16xf32>
  %z = stablehlo.constant dense<0.0> : tensor<3x57x59x16xf32>
  %4 = stablehlo.maximum %3, %z : tensor<3x57x59x16xf32>
  return %4 : tensor<3x57x59x16xf32>
}
)");
  EXPECT_EQ(countOf(thunks, "on its rows"), 1) << thunks;
  EXPECT_EQ(countOf(thunks, "in scratch, row by row"), 1) << thunks;
}

// Other readers of a donated weight run before its update, so that the update can be in place. Here
// the product with %w runs first, although it comes after the gradient in the program.
TEST(Epilogues, UpdatesInPlaceComeAfterOtherReaders) {
  std::string text = R"(
func.func @main(%x: tensor<65x179xf32>, %w: tensor<179x45xf32> {tf.aliasing_output = 0 : i32}, %d: tensor<65x45xf32>) -> (tensor<179x45xf32>, tensor<65x179xf32>) {
  %0 = stablehlo.dot_general %x, %d, contracting_dims = [0] x [0] : (tensor<65x179xf32>, tensor<65x45xf32>) -> tensor<179x45xf32>
  %1 = stablehlo.dot_general %d, %w, contracting_dims = [1] x [1] : (tensor<65x45xf32>, tensor<179x45xf32>) -> tensor<65x179xf32>
  %r = stablehlo.constant dense<0.125> : tensor<179x45xf32>
  %2 = stablehlo.multiply %0, %r : tensor<179x45xf32>
  %3 = stablehlo.subtract %w, %2 : tensor<179x45xf32>
  return %3, %1 : tensor<179x45xf32>, tensor<65x179xf32>
}
)";
  std::string thunks = epilogueThunksOf(text);
  EXPECT_EQ(countOf(thunks, "on its rows"), 1) << thunks;
  EXPECT_EQ(compiledWithout(text)->spec().aliasOf, (std::vector<int32_t>{1, -1})) << thunks;
}

// An epilogue does not overwrite what its contraction reads.
TEST(Epilogues, AnOperandIsNotUpdatedInPlace) {
  std::string text = R"(
func.func @main(%x: tensor<165x45xf32> {tf.aliasing_output = 0 : i32}, %w: tensor<45x45xf32>) -> tensor<165x45xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<165x45xf32>, tensor<45x45xf32>) -> tensor<165x45xf32>
  %1 = stablehlo.add %0, %x : tensor<165x45xf32>
  return %1 : tensor<165x45xf32>
}
)";
  std::string thunks = epilogueThunksOf(text);
  EXPECT_EQ(countOf(thunks, "on its rows"), 1) << thunks;
  EXPECT_EQ(compiledWithout(text)->spec().aliasOf, (std::vector<int32_t>{-1})) << thunks;
}

TEST(Epilogues, AReaderBetweenKeepsARegionOut) {
  std::string thunks = epilogueThunksOf(R"(
func.func @main(%x: tensor<1065x45xf32>, %w: tensor<45x45xf32>) -> tensor<1065x45xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1065x45xf32>, tensor<45x45xf32>) -> tensor<1065x45xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<1065x45xf32>, tensor<45x45xf32>) -> tensor<1065x45xf32>
  %2 = stablehlo.add %0, %1 : tensor<1065x45xf32>
  return %2 : tensor<1065x45xf32>
}
)");
  EXPECT_EQ(countOf(thunks, "on its rows"), 1) << thunks; // on rows of the second product
  EXPECT_EQ(countOf(thunks, "in scratch, row by row"), 1) << thunks;
}

// Rows have 8 vectors and one more element. In the last column the multiplication is fused with the
// subtraction as in all other columns, and as without epilogues.
TEST(Epilogues, TailsOfOneElementAreRoundedAsAllOthers) {
  epilogueThunksOf(R"(
func.func @main(%x: tensor<129x129xf32>, %y: tensor<129x129xf32>) -> tensor<129x129xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<129x129xf32>, tensor<129x129xf32>) -> tensor<129x129xf32>
  %c = stablehlo.constant dense<0.01> : tensor<129x129xf32>
  %1 = stablehlo.multiply %0, %c : tensor<129x129xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<129x129xf32>
  return %2 : tensor<129x129xf32>
}
)");
}

// Multiplies a kernel matrix by some columns. The matrix is never complete in memory. The product
// is never complete either, if its rows fill the lanes well. With 3 and with 17 columns they do
// not, so tanh takes the same time inside and outside.
TEST(Epilogues, RowsOfAKernelMatrixAreMadeWhereTheyAreRead) {
  const char* text = R"(
func.func @main(%x: tensor<1003xf32>, %y: tensor<1507xf32>, %b: tensor<1507xCOLUMNSxf32>) -> tensor<1003xCOLUMNSxf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<1003xf32>) -> tensor<1003x1507xf32>
  %1 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<1507xf32>) -> tensor<1003x1507xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<1003x1507xf32>
  %3 = stablehlo.abs %2 : tensor<1003x1507xf32>
  %4 = stablehlo.negate %3 : tensor<1003x1507xf32>
  %5 = stablehlo.exponential %4 : tensor<1003x1507xf32>
  %6 = stablehlo.dot_general %5, %b, contracting_dims = [1] x [0] : (tensor<1003x1507xf32>, tensor<1507xCOLUMNSxf32>) -> tensor<1003xCOLUMNSxf32>
  %7 = stablehlo.tanh %6 : tensor<1003xCOLUMNSxf32>
  return %7 : tensor<1003xCOLUMNSxf32>
}
)";
  for (const char* columns : {"3", "8", "17", "96"}) {
    std::string thunks = epilogueThunksOf(replaced(text, "COLUMNS", columns));
    EXPECT_EQ(countOf(thunks, "for its rows"), 1) << thunks;
    const bool fillsLanes = std::atoi(columns) % 8 == 0;
    EXPECT_EQ(countOf(thunks, "on its rows"), fillsLanes ? 1 : 0) << thunks;
    EXPECT_LT(compiledWithout(replaced(text, "COLUMNS", columns))->spec().arenaBytes, 3 << 20)
        << thunks;
  }
}

// Makes rows of the right operand, which are columns of the product, in a batch.
TEST(Epilogues, RowsOfTheRightOperandAreMade) {
  std::string thunks = epilogueThunksOf(R"(
func.func @main(%b: tensor<3x20x301xf32>, %x: tensor<3x907x301xf32>) -> tensor<3x20x907xf32> {
  %0 = stablehlo.tanh %x : tensor<3x907x301xf32>
  %1 = stablehlo.dot_general %b, %0, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x20x301xf32>, tensor<3x907x301xf32>) -> tensor<3x20x907xf32>
  return %1 : tensor<3x20x907xf32>
}
)");
  EXPECT_EQ(countOf(thunks, "for its rows"), 1) << thunks;
}

// If regions could make the rows of both operands, only the region of the private operand runs
// inside. An operand that something else reads, too, is in memory.
TEST(Epilogues, OtherOperandsAreInMemory) {
  std::string thunks = epilogueThunksOf(R"(
func.func @main(%x: tensor<901x301xf32>, %y: tensor<301x40xf32>) -> (tensor<901x40xf32>, tensor<901x40xf32>, tensor<901x301xf32>) {
  %0 = stablehlo.tanh %x : tensor<901x301xf32>
  %1 = stablehlo.cosine %y : tensor<301x40xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<901x301xf32>, tensor<301x40xf32>) -> tensor<901x40xf32>
  %3 = stablehlo.sine %x : tensor<901x301xf32>
  %4 = stablehlo.dot_general %3, %y, contracting_dims = [1] x [0] : (tensor<901x301xf32>, tensor<301x40xf32>) -> tensor<901x40xf32>
  return %2, %4, %3 : tensor<901x40xf32>, tensor<901x40xf32>, tensor<901x301xf32>
}
)");
  EXPECT_EQ(countOf(thunks, "for its rows"), 1) << thunks;
  EXPECT_EQ(countOf(thunks, "  kernel "), 2) << thunks;
}

// Returns a convolution of 6 images between two regions. DIMS, GROUPS and the shapes in the text
// are replaced by the parameters.
std::string convolution(const std::string& dims, int groups, const std::string& image,
                        const std::string& filter, const std::string& result, int featureDim) {
  return absl::StrReplaceAll(R"(
func.func @main(%x: tensor<IMAGE>, %w: tensor<FILTER>, %b: tensor<16xf32>) -> tensor<RESULT> {
  %zx = stablehlo.constant dense<0.0> : tensor<IMAGE>
  %0 = stablehlo.maximum %x, %zx : tensor<IMAGE>
  %1 = stablehlo.convolution(%0, %w) dim_numbers = DIMS, window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = GROUPS : i64} : (tensor<IMAGE>, tensor<FILTER>) -> tensor<RESULT>
  %2 = stablehlo.broadcast_in_dim %b, dims = [FEATURE] : (tensor<16xf32>) -> tensor<RESULT>
  %3 = stablehlo.add %1, %2 : tensor<RESULT>
  %z = stablehlo.constant dense<0.0> : tensor<RESULT>
  %4 = stablehlo.maximum %3, %z : tensor<RESULT>
  return %4 : tensor<RESULT>
}
)",
                             {{"IMAGE", image},
                              {"FILTER", filter},
                              {"RESULT", result},
                              {"DIMS", dims},
                              {"GROUPS", std::to_string(groups)},
                              {"FEATURE", std::to_string(featureDim)}});
}

// In every layout, scratch holds only a few images of relu(x) and of the product at a time.
TEST(Epilogues, ConvolutionsOfAllLayoutsHaveBoth) {
  const std::string last = "6x27x29x8xf32", first = "6x8x27x29xf32";
  const std::string lastOut = "6x27x29x16xf32", firstOut = "6x16x27x29xf32";
  for (const std::string& text : {
           convolution("[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", 1, last, "3x3x8x16xf32", lastOut,
                       3),
           convolution("[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", 2, last, "3x3x4x16xf32", lastOut,
                       3),
           convolution("[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", 1, first, "16x8x3x3xf32",
                       firstOut, 1),
           convolution("[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", 2, first, "16x4x3x3xf32",
                       firstOut, 1),
           convolution("[b, f, 0, 1]x[o, i, 0, 1]->[b, 0, 1, f]", 1, first, "16x8x3x3xf32", lastOut,
                       3),
       }) {
    std::string thunks = epilogueThunksOf(text);
    EXPECT_EQ(countOf(thunks, "for its rows"), 1) << thunks;
    EXPECT_EQ(countOf(thunks, "on its rows"), 1) << thunks;
    EXPECT_EQ(countOf(thunks, "in scratch, row by row"), 2) << thunks;
    EXPECT_EQ(countOf(thunks, " slices\n"), 1) << thunks;
  }
}

// A single image has no slices, so a kernel makes the operand before the convolution.
TEST(Epilogues, OneImageIsMadeBefore) {
  std::string thunks =
      epilogueThunksOf(convolution("[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", 1, "1x27x29x8xf32",
                                   "3x3x8x16xf32", "1x27x29x16xf32", 3));
  EXPECT_EQ(countOf(thunks, "for its rows"), 0) << thunks;
  EXPECT_EQ(countOf(thunks, "  kernel "), 1) << thunks;
  EXPECT_EQ(countOf(thunks, "on its rows"), 1) << thunks;
}

// Prologues make both operands of a batched product, one batch element at a time. They do so even
// if k is the outermost dimension of the elements.
TEST(Epilogues, BothOperandsOfABatchAreMade) {
  std::string thunks = epilogueThunksOf(R"(
func.func @main(%x: tensor<7x90x130xf32>, %y: tensor<7x90x110xf32>) -> tensor<7x130x110xf32> {
  %0 = stablehlo.tanh %x : tensor<7x90x130xf32>
  %1 = stablehlo.cosine %y : tensor<7x90x110xf32>
  %2 = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<7x90x130xf32>, tensor<7x90x110xf32>) -> tensor<7x130x110xf32>
  %3 = stablehlo.sine %2 : tensor<7x130x110xf32>
  return %3 : tensor<7x130x110xf32>
}
)");
  if (!hasLargeCaches())
    GTEST_SKIP() << "the results are equal; the counts need a second-level cache of 1 MiB";
  EXPECT_EQ(countOf(thunks, "for its rows"), 2) << thunks;
  EXPECT_EQ(countOf(thunks, "on its rows"), 1) << thunks;
  EXPECT_EQ(countOf(thunks, "in scratch, row by row"), 3) << thunks;
  EXPECT_EQ(countOf(thunks, " in 7 slices"), 1) << thunks;
}

// A few rows of the weights are made, multiplied and added at a time. Bias and activation run with
// the last rows.
TEST(Epilogues, RowsOfKAreMadeWhereTheyAreRead) {
  std::string thunks = epilogueThunksOf(R"(
func.func @main(%x: tensor<200x1900xf32>, %w: tensor<1900x128xf32>, %b: tensor<128xf32>) -> tensor<200x128xf32> {
  %0 = stablehlo.cosine %w : tensor<1900x128xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<200x1900xf32>, tensor<1900x128xf32>) -> tensor<200x128xf32>
  %2 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<128xf32>) -> tensor<200x128xf32>
  %3 = stablehlo.add %1, %2 : tensor<200x128xf32>
  %4 = stablehlo.tanh %3 : tensor<200x128xf32>
  return %4 : tensor<200x128xf32>
}
)");
  if (!hasLargeCaches())
    GTEST_SKIP() << "the results are equal; the counts need a second-level cache of 1 MiB";
  EXPECT_EQ(countOf(thunks, "for its rows"), 1) << thunks;
  EXPECT_EQ(countOf(thunks, "on its rows"), 1) << thunks;
  EXPECT_EQ(countOf(thunks, "in scratch, row by row"), 1) << thunks;
  EXPECT_EQ(countOf(thunks, " in 3 slices"), 1) << thunks;
}

// The rows of the convolution are channels of 40 lines. Lanes run over the 15 points of each line,
// whether a kernel gets all channels or one.
TEST(Epilogues, LanesAreThoseOfTheWhole) {
  std::string thunks = epilogueThunksOf(R"(
func.func @main(%x: tensor<6x8x40x15xf32>, %w: tensor<16x8x3x3xf32>) -> tensor<6x16x40x15xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<6x8x40x15xf32>, tensor<16x8x3x3xf32>) -> tensor<6x16x40x15xf32>
  %1 = stablehlo.exponential %0 : tensor<6x16x40x15xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [3] : (tensor<6x16x40x15xf32>, tensor<f32>) -> tensor<6x16x40xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<6x16x40xf32>) -> tensor<6x16x40x15xf32>
  %4 = stablehlo.divide %1, %3 : tensor<6x16x40x15xf32>
  return %4 : tensor<6x16x40x15xf32>
}
)");
  EXPECT_EQ(countOf(thunks, "on its rows"), 1) << thunks;
}

} // namespace
} // namespace lz::compiler
