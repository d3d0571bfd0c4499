// Tests which products run together in a sweep, and that this does not change results.
#include "SweptPrograms.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/machine/Caches.h"

#include <gtest/gtest.h>
#include <utility>

namespace lz::compiler {
namespace {

TEST(Sweeps, AttentionHasNoTableOfPairs) {
  const std::string text = Attention{}.text();
  EXPECT_TRUE(sweepsWithSameBits(text));
  EXPECT_LT(compiledWithout(text)->spec().arenaBytes, 6 * 200 * 200 * 4 / 2);
}

TEST(Sweeps, BitsAreTheSameForAllShapes) {
  for (int b : {1, 2, 7})
    for (int l : {1, 2, 37, 130})
      for (int s : {1, 3, 64, 129})
        for (auto [d, e] : {std::pair(1, 1), {5, 70}, {64, 33}})
          sweepsWithSameBits(Attention{.b = b, .l = l, .s = s, .d = d, .e = e}.text());
}

TEST(Sweeps, OneBatchElementIsSharedByThreads) {
  EXPECT_TRUE(sweepsWithSameBits(Attention{.b = 1, .l = 500, .s = 300}.text()));
}

TEST(Sweeps, F64AndLongRowsOfK) {
  EXPECT_TRUE(sweepsWithSameBits(Attention{.type = "f64"}.text()));
  EXPECT_TRUE(sweepsWithSameBits(Attention{.b = 1, .l = 2500, .s = 700, .d = 700}.text()));
}

// Sums are rounded to bf16 once, after all values of k have been added. The number of keys is odd,
// so the last key has no partner in a pair.
TEST(Sweeps, SixteenBitsAreRoundedAsApart) {
  EXPECT_TRUE(sweepsWithSameBits(Attention{.type = "bf16"}.text()));
  for (int b : {1, 6})
    for (int s : {1, 64, 129, 1500})
      for (int e : {5, 40})
        sweepsWithSameBits(Attention{.b = b, .s = s, .e = e, .type = "bf16"}.text());
}

// Scores are f32, and probabilities are rounded to bf16, as in models.
TEST(Sweeps, TheTableIsRoundedBetweenTheProducts) {
  for (int s : {200, 1024, 2048}) {
    Attention a{.b = 3, .l = 70, .s = s, .d = 32, .e = 64, .type = "f32"};
    a.product =
        "stablehlo.dot_general %half, %vs, batching_dims = [0] x [0], contracting_dims = [2] x [1] "
        ": (tensor<3x70xNxbf16>, tensor<3xNx64xbf16>) -> tensor<OxT>\n";
    std::string text = a.text();
    text = absl::StrReplaceAll(
        text,
        {{"  %o = ", "  %half = stablehlo.convert %p : (tensor<3x70xNxf32>) -> "
                     "tensor<3x70xNxbf16>\n  %vs = stablehlo.convert %v : (tensor<3xNx64xf32>) "
                     "-> tensor<3xNx64xbf16>\n  %o = "}});
    sweepsWithSameBits(absl::StrReplaceAll(text, {{"xNx", absl::StrCat("x", s, "x")}}));
  }
}

// In jax.nn.dot_product_attention, the values are the left operand of the second product.
TEST(Sweeps, TheTableIsTheRightOperand) {
  Attention a{.b = 6, .l = 700, .s = 700, .d = 64, .e = 64};
  a.product =
      "stablehlo.dot_general %v, %p, batching_dims = [0] x [0], contracting_dims = [1] x [2] : "
      "(tensor<VxT>, tensor<PxT>) -> tensor<WxT>";
  a.resultTypes = "tensor<WxT>";
  EXPECT_TRUE(sweepsWithSameBits(a.text()));
}

TEST(Sweeps, MasksAndBiasesRunOnRows) {
  Attention a;
  a.arguments = ", %bias: tensor<PxT>";
  a.scores = R"(
  %r = stablehlo.iota dim = 1 : tensor<6x200x200xi32>
  %n = stablehlo.iota dim = 2 : tensor<6x200x200xi32>
  %later = stablehlo.compare LT, %r, %n : (tensor<6x200x200xi32>, tensor<6x200x200xi32>) -> tensor<6x200x200xi1>
  %low = stablehlo.constant dense<-1.0e9> : tensor<PxT>
  %biased = stablehlo.add %s, %bias : tensor<PxT>
  %t = stablehlo.select %later, %low, %biased : tensor<6x200x200xi1>, tensor<PxT>)";
  EXPECT_TRUE(sweepsWithSameBits(a.text()));
}

TEST(Sweeps, EpiloguesOfTheLastProductRunInside) {
  Attention a{.d = 40};
  a.after = R"(
  %w = stablehlo.add %o, %q : tensor<OxT>
  %y = stablehlo.tanh %w : tensor<OxT>)";
  a.results = "%y";
  EXPECT_TRUE(sweepsWithSameBits(a.text()));
}

TEST(Sweeps, StatisticsOfRowsAreStored) {
  Attention a;
  a.results = "%o, %m, %u";
  a.resultTypes = "tensor<OxT>, tensor<RxT>, tensor<RxT>";
  EXPECT_TRUE(sweepsWithSameBits(a.text()));
}

// The first division reads the sums of other rows, which do not exist yet, so it runs after the
// sweep. The second division reads the sums of its own rows, so it can run in the sweep.
TEST(Sweeps, OtherResultsAreCompleteBeforeTheyAreRead) {
  Attention a{.e = 1};
  a.after = R"(
  %flipped = stablehlo.reverse %u, dims = [1] : tensor<RxT>
  %column = stablehlo.reshape %flipped : (tensor<RxT>) -> tensor<OxT>
  %w = stablehlo.divide %o, %column : tensor<OxT>)";
  a.results = "%w";
  sweepsWithSameBits(a.text());
  a.e = 40;
  a.after = R"(
  %column = stablehlo.broadcast_in_dim %u, dims = [0, 1] : (tensor<RxT>) -> tensor<OxT>
  %w = stablehlo.divide %o, %column : tensor<OxT>)";
  EXPECT_TRUE(sweepsWithSameBits(a.text()));
}

// The row sums of the table are computed after the last product, as in (e v) / sum(e).
TEST(Sweeps, EpiloguesReadRowsOfTheTable) {
  Attention a;
  a.product = "stablehlo.dot_general %x, %v, batching_dims = [0] x [0], contracting_dims = [2] x "
              "[1] : (tensor<PxT>, tensor<VxT>) -> tensor<OxT>";
  a.after = R"(
  %column = stablehlo.broadcast_in_dim %u, dims = [0, 1] : (tensor<RxT>) -> tensor<OxT>
  %w = stablehlo.divide %o, %column : tensor<OxT>)";
  a.results = "%w";
  EXPECT_TRUE(sweepsWithSameBits(a.text()));
}

TEST(Sweeps, ATableThatSomebodyReadsIsStored) {
  Attention a;
  a.results = "%o, %p";
  a.resultTypes = "tensor<OxT>, tensor<PxT>";
  EXPECT_FALSE(sweepsWithSameBits(a.text()));
}

bool isIn(const exec::Executable& executable, const std::string& part) {
  return executable.print().find(part) != std::string::npos;
}

// The scaled table overwrites the rows of the product. The factors have rows of one number.
TEST(Sweeps, WhatOnlyKernelsOfTheSweepReadExistsByRows) {
  const std::string text = Tile{}.text();
  EXPECT_TRUE(sweepsWithSameBits(text));
  auto executable = compiledWithout(text);
  EXPECT_LT(executable->spec().arenaBytes, 6 * 200 * 200 * 4 / 2);
  EXPECT_TRUE(isIn(*executable, "plan: keeps rows of 4 bytes\n")) << executable->print();
  EXPECT_TRUE(results(*executable, 5) == results(*compiledWithout(text, {"sweeps"}), 5));
}

TEST(Sweeps, RowsThatAreKeptHaveTheSameBitsForAllShapes) {
  for (int b : {1, 2, 7})
    for (int l : {1, 2, 37, 130})
      for (int s : {1, 3, 64, 129})
        sweepsWithSameBits(Tile{.b = b, .l = l, .s = s}.text());
  EXPECT_TRUE(sweepsWithSameBits(Tile{.b = 1, .l = 900, .s = 300, .type = "f64"}.text()));
}

// Rows of 1024 numbers would share sets of the first-level cache if they followed each other.
TEST(Sweeps, RowsInScratchAreApart) {
  const Attention a{.b = 3, .l = 70, .s = 1024, .d = 24, .e = 64};
  EXPECT_TRUE(sweepsWithSameBits(a.text()));
  const std::string printed = compiledWithout(a.text())->print();
  for (const char* rows : {"64 bytes between rows of lhs", "64 bytes between rows of the output"})
    EXPECT_EQ(printed.find(rows) != std::string::npos,
              printed.find("tiles 14 x 32") != std::string::npos)
        << printed;
  for (int b : {1, 3})
    for (int l : {1, 15, 130})
      sweepsWithSameBits(Attention{.b = b, .l = l, .s = 1024, .d = 1024, .e = 5}.text());
  EXPECT_TRUE(sweepsWithSameBits(Tile{.b = 2, .l = 60, .s = 2048}.text()));
}

// Returns ops for %to = tanh(%from / (1 + the sum of the squares of its row)).
std::string normalized(const std::string& from, const std::string& to) {
  return absl::StrReplaceAll(R"(
  %one_TO = stablehlo.constant dense<1.0> : tensor<T>
  %squares_TO = stablehlo.multiply %FROM, %FROM : tensor<PxT>
  %norm_TO = stablehlo.reduce(%squares_TO init: %one_TO) applies stablehlo.add across dimensions = [2] : (tensor<PxT>, tensor<T>) -> tensor<RxT>
  %norms_TO = stablehlo.broadcast_in_dim %norm_TO, dims = [0, 1] : (tensor<RxT>) -> tensor<PxT>
  %ratio_TO = stablehlo.divide %FROM, %norms_TO : tensor<PxT>
  %TO = stablehlo.tanh %ratio_TO : tensor<PxT>
)",
                             {{"FROM", from}, {"TO", to}});
}

// Each row is reduced before any of its results is written. Then each element is read just before
// its result is written to the same place.
TEST(Sweeps, RowsThatAreReducedFirstAreOverwritten) {
  const std::string scaled = normalized("s", "t");
  const Tile tile{.scaled = scaled.c_str()};
  EXPECT_TRUE(sweepsWithSameBits(tile.text()));
  EXPECT_FALSE(isIn(*compiledWithout(tile.text()), "plan: keeps rows of 800"))
      << compiledWithout(tile.text())->print();
}

// Returns ops for %to = tanh(%from + %from, with its rows reversed).
std::string mirrored(const std::string& from, const std::string& to) {
  return absl::StrReplaceAll(R"(
  %reversed_TO = stablehlo.reverse %FROM, dims = [2] : tensor<PxT>
  %both_TO = stablehlo.add %FROM, %reversed_TO : tensor<PxT>
  %TO = stablehlo.tanh %both_TO : tensor<PxT>
)",
                             {{"FROM", from}, {"TO", to}});
}

// The end of a row is read after its begin is written, so the table has rows of its own.
TEST(Sweeps, RowsThatAreReadAgainAreNotOverwritten) {
  const std::string scaled = mirrored("s", "t");
  const Tile tile{.scaled = scaled.c_str()};
  EXPECT_TRUE(sweepsWithSameBits(tile.text()));
  EXPECT_TRUE(isIn(*compiledWithout(tile.text()), "plan: keeps rows of 800, 4 bytes\n"))
      << compiledWithout(tile.text())->print();
}

TEST(Sweeps, RowsThatSomebodyElseReadsAreStored) {
  Tile tile{.l = 150};
  tile.results = ", %t";
  tile.resultTypes = ", tensor<PxT>";
  EXPECT_TRUE(sweepsWithSameBits(tile.text()));
  tile.results = ", %g";
  tile.resultTypes = ", tensor<RxT>";
  EXPECT_TRUE(sweepsWithSameBits(tile.text()));
  EXPECT_FALSE(isIn(*compiledWithout(tile.text()), "keeps rows of"));
}

// The rows of both tables do not fit into the scratch, so the tables are stored.
TEST(Sweeps, RowsThatDoNotFitAreStored) {
  const std::string scaled = mirrored("s", "n") + mirrored("n", "t") + R"(
  %one = stablehlo.constant dense<1.0> : tensor<T>
  %w = stablehlo.reduce(%n init: %one) applies stablehlo.maximum across dimensions = [2] : (tensor<PxT>, tensor<T>) -> tensor<RxT>)";
  Tile tile{.b = 2, .l = 300, .s = 100, .scaled = scaled.c_str()};
  tile.results = ", %w";
  tile.resultTypes = ", tensor<RxT>";
  EXPECT_TRUE(sweepsWithSameBits(tile.text()));
  EXPECT_TRUE(isIn(*compiledWithout(tile.text()), "plan: keeps rows of 400, 400, 4 bytes"))
      << compiledWithout(tile.text())->print();
  tile.s = 6000;
  EXPECT_TRUE(sweepsWithSameBits(tile.text()));
  if (caches().second <= 1 << 20)
    EXPECT_FALSE(isIn(*compiledWithout(tile.text()), "plan: keeps rows"));
}

// In a loop over tiles, the sums and the output are updated in place.
TEST(Sweeps, ATileOfALoopUpdatesWhatTheLoopCarries) {
  const std::string text = Tile{.l = 1000, .s = 250}.loop();
  EXPECT_TRUE(sweepsWithSameBits(text));
  auto executable = compiledWithout(text);
  constexpr int64_t kOutput = 6 * 1000 * 24 * 4;
  EXPECT_LT(executable->spec().arenaBytes, 4 * kOutput) << executable->memoryReport();
}

void expectSavedIsSame(const std::string& text) {
  auto executable = compiledWithout(text);
  ASSERT_TRUE(sweeps(*executable));
  auto compiler = makeCompiler();
  StatusOr<std::string> file = compiler->save(*executable);
  ASSERT_TRUE(file.ok()) << file.status();
  auto loaded = compiler->load(*file, CompileOptions{});
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ((*loaded)->print(), executable->print());
  EXPECT_TRUE(results(**loaded, 2) == results(*executable, 2));
}

TEST(Sweeps, ASavedSweepHasTheSameResults) {
  for (const std::string& text :
       {Attention{}.text(), Tile{}.text(), Attention{.l = 50, .s = 1024}.text(),
        Attention{.type = "bf16"}.text()})
    expectSavedIsSame(text);
}

} // namespace
} // namespace lz::compiler
