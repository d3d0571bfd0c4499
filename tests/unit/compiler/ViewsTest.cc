// Products read slices in place. Tests that results have the same bits as with copies of the
// slices.
#include "CompiledWithout.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

#include <gtest/gtest.h>

namespace lz::compiler {
namespace {

size_t countOf(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

// Expects that reading in place changes no bit of the results, on 1, 2 and 5 threads, and with the
// smallest tiles and blocks. Returns the number of views.
size_t viewsWithSameBits(const std::string& text) {
  auto copied = compiledWithout(text, {"views"}), inPlace = compiledWithout(text);
  EXPECT_EQ(countOf(copied->print(), "view sets"), 0u);
  const std::string expected = results(*copied, 1);
  for (int threads : {1, 2, 5})
    EXPECT_TRUE(results(*inPlace, threads) == expected) << threads << " threads";
  EXPECT_TRUE(results(*compiledWithout(text, {"tiles"}), 2) ==
              results(*compiledWithout(text, {"tiles", "views"}), 2));
  return countOf(inPlace->print(), "view sets");
}

// Returns a product of x and w. x is 3 x 100 x 40, and rows on both sides of it are left out.
std::string product(const std::string& type, const std::string& rhs) {
  return absl::StrReplaceAll(
      R"(
func.func @main(%x: tensor<3x100x40xT>, %w: tensor<3x64x90xT>) -> tensor<3x70xRxT> {
  %a = stablehlo.slice %x [0:3, 20:90, 0:40] : (tensor<3x100x40xT>) -> tensor<3x70x40xT>
  RHS
  return %0 : tensor<3x70xRxT>
})",
      {{"RHS", rhs}, {"xT>", "x" + type + ">"}});
}

TEST(Views, AProductReadsSlicesOfBothOperandsInPlace) {
  for (const char* type : {"f32", "f64"}) {
    std::string text = product(
        type, "%b = stablehlo.slice %w [0:3, 10:50, 3:80] : (tensor<3x64x90xT>) -> "
              "tensor<3x40x77xT>\n"
              "%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = "
              "[2] x [1] : (tensor<3x70x40xT>, tensor<3x40x77xT>) -> tensor<3x70x77xT>");
    text = absl::StrReplaceAll(text, {{"70xR", "70x77"}, {"xT>", absl::StrCat("x", type, ">")}});
    EXPECT_EQ(viewsWithSameBits(text), 2u) << text;
  }
}

// The rows of the second operand are contiguous along k, and there are few rows of the first one,
// so the sums are dot products.
TEST(Views, DotProductsOfSlicesHaveTheSameBits) {
  for (int rows : {2, 9, 33})
    viewsWithSameBits(absl::StrReplaceAll(
        R"(
func.func @main(%x: tensor<50x300xf32>, %w: tensor<200x400xf32>) -> tensor<Rx120xf32> {
  %a = stablehlo.slice %x [3:END, 0:300] : (tensor<50x300xf32>) -> tensor<Rx300xf32>
  %b = stablehlo.slice %w [40:160, 50:350] : (tensor<200x400xf32>) -> tensor<120x300xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<Rx300xf32>, tensor<120x300xf32>) -> tensor<Rx120xf32>
  return %0 : tensor<Rx120xf32>
})",
        {{"END", absl::StrCat(3 + rows)}, {"Rx", absl::StrCat(rows, "x")}}));
}

// A loop over 5 tiles of the rows of w. The last start is clamped.
TEST(Views, StartsAreClampedLikeThoseOfACopy) {
  const std::string text = R"(
func.func @main(%x: tensor<60x70xf32>, %w: tensor<64x90xf32>) -> tensor<60x90xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %first = stablehlo.constant dense<-16> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<60x90xf32>
  %r:2 = "stablehlo.while"(%first, %none) ({
  ^bb0(%i: tensor<i32>, %o: tensor<60x90xf32>):
    %end = stablehlo.constant dense<80> : tensor<i32>
    %less = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }, {
  ^bb0(%i: tensor<i32>, %o: tensor<60x90xf32>):
    %a = stablehlo.dynamic_slice %x, %zero, %i, sizes = [60, 24] : (tensor<60x70xf32>, tensor<i32>, tensor<i32>) -> tensor<60x24xf32>
    %b = stablehlo.dynamic_slice %w, %i, %zero, sizes = [24, 90] : (tensor<64x90xf32>, tensor<i32>, tensor<i32>) -> tensor<24x90xf32>
    %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<60x24xf32>, tensor<24x90xf32>) -> tensor<60x90xf32>
    %q = stablehlo.add %o, %p : tensor<60x90xf32>
    %step = stablehlo.constant dense<24> : tensor<i32>
    %next = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %next, %q : tensor<i32>, tensor<60x90xf32>
  }) : (tensor<i32>, tensor<60x90xf32>) -> (tensor<i32>, tensor<60x90xf32>)
  return %r#1 : tensor<60x90xf32>
})";
  EXPECT_EQ(viewsWithSameBits(text), 2u);
  EXPECT_EQ(viewsWithSameBits(absl::StrReplaceAll(text, {{"<i32>", "<i64>"}})), 2u);
}

// The loop reads tiles of a slice.
TEST(Views, ASliceOfASliceIsAView) {
  EXPECT_EQ(viewsWithSameBits(R"(
func.func @main(%x: tensor<60x24xf32>, %w: tensor<2x100x90xf32>) -> tensor<2x60x80xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<2x60x80xf32>
  %part = stablehlo.slice %w [0:2, 7:97, 5:85] : (tensor<2x100x90xf32>) -> tensor<2x90x80xf32>
  %r:2 = "stablehlo.while"(%zero, %none) ({
  ^bb0(%i: tensor<i32>, %o: tensor<2x60x80xf32>):
    %end = stablehlo.constant dense<90> : tensor<i32>
    %less = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }, {
  ^bb0(%i: tensor<i32>, %o: tensor<2x60x80xf32>):
    %b = stablehlo.dynamic_slice %part, %zero, %i, %zero, sizes = [2, 24, 80] : (tensor<2x90x80xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x24x80xf32>
    %p = stablehlo.dot_general %b, %x, contracting_dims = [1] x [1] : (tensor<2x24x80xf32>, tensor<60x24xf32>) -> tensor<2x80x60xf32>
    %t = stablehlo.transpose %p, dims = [0, 2, 1] : (tensor<2x80x60xf32>) -> tensor<2x60x80xf32>
    %q = stablehlo.add %o, %t : tensor<2x60x80xf32>
    %step = stablehlo.constant dense<24> : tensor<i32>
    %next = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %next, %q : tensor<i32>, tensor<2x60x80xf32>
  }) : (tensor<i32>, tensor<2x60x80xf32>) -> (tensor<i32>, tensor<2x60x80xf32>)
  return %r#1 : tensor<2x60x80xf32>
})"),
            2u);
}

// The product reads rows of x that its epilogue would overwrite, so x' needs a place of its own.
TEST(Views, WhatAProductReadsInPlaceIsNotOverwritten) {
  EXPECT_EQ(viewsWithSameBits(R"(
func.func @main(%x: tensor<300x300xf32>, %w: tensor<300x200xf32>) -> tensor<300x300xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = "stablehlo.while"(%zero, %x) ({
  ^bb0(%i: tensor<i32>, %o: tensor<300x300xf32>):
    %end = stablehlo.constant dense<4> : tensor<i32>
    %less = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }, {
  ^bb0(%i: tensor<i32>, %o: tensor<300x300xf32>):
    %b = stablehlo.dynamic_slice %o, %i, %zero, sizes = [200, 300] : (tensor<300x300xf32>, tensor<i32>, tensor<i32>) -> tensor<200x300xf32>
    %p = stablehlo.dot_general %w, %b, contracting_dims = [1] x [0] : (tensor<300x200xf32>, tensor<200x300xf32>) -> tensor<300x300xf32>
    %s = stablehlo.add %o, %p : tensor<300x300xf32>
    %q = stablehlo.tanh %s : tensor<300x300xf32>
    %step = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %next, %q : tensor<i32>, tensor<300x300xf32>
  }) : (tensor<i32>, tensor<300x300xf32>) -> (tensor<i32>, tensor<300x300xf32>)
  return %r#1 : tensor<300x300xf32>
})"),
            1u);
  // The same with a temporary, which the result must not take over.
  EXPECT_EQ(viewsWithSameBits(R"(
func.func @main(%x: tensor<300x300xf32>, %w: tensor<300x200xf32>) -> tensor<f32> {
  %o = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<300x300xf32>, tensor<300x300xf32>) -> tensor<300x300xf32>
  %b = stablehlo.slice %o [50:250, 0:300] : (tensor<300x300xf32>) -> tensor<200x300xf32>
  %p = stablehlo.dot_general %w, %b, contracting_dims = [1] x [0] : (tensor<300x200xf32>, tensor<200x300xf32>) -> tensor<300x300xf32>
  %s = stablehlo.add %o, %p : tensor<300x300xf32>
  %q = stablehlo.tanh %s : tensor<300x300xf32>
  %u = stablehlo.dot_general %q, %q, contracting_dims = [1] x [0] : (tensor<300x300xf32>, tensor<300x300xf32>) -> tensor<300x300xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%u init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x300xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
})"),
            1u);
}

// A loop updates a row of an array. The product reads the array before the update.
TEST(Views, AnUpdateInPlaceWaitsForProductsThatReadSlices) {
  EXPECT_EQ(viewsWithSameBits(R"(
func.func @main(%x: tensor<80x64xf32>, %w: tensor<1x40xf32>) -> tensor<80x64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = "stablehlo.while"(%zero, %x) ({
  ^bb0(%i: tensor<i32>, %o: tensor<80x64xf32>):
    %end = stablehlo.constant dense<30> : tensor<i32>
    %less = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }, {
  ^bb0(%i: tensor<i32>, %o: tensor<80x64xf32>):
    %row = stablehlo.slice %o [3:5, 0:64] : (tensor<80x64xf32>) -> tensor<2x64xf32>
    %twice = stablehlo.add %row, %row : tensor<2x64xf32>
    %n = stablehlo.dynamic_update_slice %o, %twice, %i, %zero : (tensor<80x64xf32>, tensor<2x64xf32>, tensor<i32>, tensor<i32>) -> tensor<80x64xf32>
    %b = stablehlo.dynamic_slice %o, %i, %zero, sizes = [40, 64] : (tensor<80x64xf32>, tensor<i32>, tensor<i32>) -> tensor<40x64xf32>
    %c = stablehlo.dot_general %b, %b, contracting_dims = [1] x [1] : (tensor<40x64xf32>, tensor<40x64xf32>) -> tensor<40x40xf32>
    %p = stablehlo.dot_general %c, %b, contracting_dims = [1] x [0] : (tensor<40x40xf32>, tensor<40x64xf32>) -> tensor<40x64xf32>
    %t = stablehlo.tanh %p : tensor<40x64xf32>
    %q = stablehlo.dynamic_update_slice %n, %t, %i, %zero : (tensor<80x64xf32>, tensor<40x64xf32>, tensor<i32>, tensor<i32>) -> tensor<80x64xf32>
    %step = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %next, %q : tensor<i32>, tensor<80x64xf32>
  }) : (tensor<i32>, tensor<80x64xf32>) -> (tensor<i32>, tensor<80x64xf32>)
  return %r#1 : tensor<80x64xf32>
})"),
            1u);
}

// The kernel and the result of the program need the slice, too. They have a copy.
TEST(Views, OtherReadersHaveASliceOfTheirOwn) {
  EXPECT_EQ(viewsWithSameBits(R"(
func.func @main(%x: tensor<100x64xf32>) -> (tensor<50x50xf32>, tensor<50x64xf32>, tensor<50x64xf32>) {
  %a = stablehlo.slice %x [20:70, 0:64] : (tensor<100x64xf32>) -> tensor<50x64xf32>
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<50x64xf32>, tensor<50x64xf32>) -> tensor<50x50xf32>
  %1 = stablehlo.tanh %a : tensor<50x64xf32>
  return %0, %1, %a : tensor<50x50xf32>, tensor<50x64xf32>, tensor<50x64xf32>
})"),
            1u);
}

// Only a small part of the exponentials is needed, so the kernel that computes it makes the slice.
TEST(Views, ASmallPartOfWhatAKernelMakesIsNotRead) {
  EXPECT_EQ(viewsWithSameBits(R"(
func.func @main(%x: tensor<5000x64xf32>, %w: tensor<64x30xf32>) -> tensor<50x30xf32> {
  %e = stablehlo.exponential %x : tensor<5000x64xf32>
  %a = stablehlo.slice %e [20:70, 0:64] : (tensor<5000x64xf32>) -> tensor<50x64xf32>
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<50x64xf32>, tensor<64x30xf32>) -> tensor<50x30xf32>
  return %0 : tensor<50x30xf32>
})"),
            0u);
}

} // namespace
} // namespace lz::compiler
