// Tests which products run together in a sweep, and that this does not change results.
#include "CompiledWithout.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

#include <gtest/gtest.h>
#include <utility>

namespace lz::compiler {
namespace {

bool sweeps(const exec::Executable& executable) {
  return executable.print().find("sweep ") != std::string::npos;
}

// Expects that sweeps change no bit of the results, on 1, 2 and 3 threads, and with the smallest
// tiles and blocks. Returns whether the program has a sweep.
bool sweepsWithSameBits(const std::string& text) {
  auto apart = compiledWithout(text, {"sweeps"}), together = compiledWithout(text);
  EXPECT_FALSE(sweeps(*apart));
  const std::string expected = results(*apart, 1);
  for (int threads : {1, 2, 3})
    EXPECT_TRUE(results(*together, threads) == expected) << threads << " threads";
  EXPECT_TRUE(results(*compiledWithout(text, {"tiles"}), 2) ==
              results(*compiledWithout(text, {"tiles", "sweeps"}), 2));
  return sweeps(*together);
}

// Attention of `b` batch elements, `l` queries, `s` keys of `d` numbers, and values of `e` numbers.
struct Attention {
  int b = 6, l = 200, s = 200, d = 24, e = 40;
  const char* type = "f32";
  const char* scores = "";    // ops from %s to %t, the masked or biased scores
  const char* arguments = ""; // further arguments
  const char* results = "%o"; // what is returned
  const char* resultTypes = "tensor<OxT>";
  const char* after = ""; // ops after the last product
  const char* product =
      "stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : "
      "(tensor<PxT>, tensor<VxT>) -> tensor<OxT>";

  std::string text() const {
    std::string text = R"(
func.func @main(%q: tensor<QxT>, %k: tensor<KxT>, %v: tensor<VxT>ARGUMENTS) -> (RESULTTYPES) {
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<QxT>, tensor<KxT>) -> tensor<PxT>
SCORES
  %i = stablehlo.constant dense<-1.0e30> : tensor<T>
  %m = stablehlo.reduce(%t init: %i) applies stablehlo.maximum across dimensions = [2] : (tensor<PxT>, tensor<T>) -> tensor<RxT>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<RxT>) -> tensor<PxT>
  %c = stablehlo.subtract %t, %mb : tensor<PxT>
  %x = stablehlo.exponential %c : tensor<PxT>
  %z = stablehlo.constant dense<0.0> : tensor<T>
  %u = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [2] : (tensor<PxT>, tensor<T>) -> tensor<RxT>
  %ub = stablehlo.broadcast_in_dim %u, dims = [0, 1] : (tensor<RxT>) -> tensor<PxT>
  %p = stablehlo.divide %x, %ub : tensor<PxT>
  %o = PRODUCT
AFTER
  return RETURNED : RESULTTYPES
}
)";
    const std::string scoreOps = *scores ? scores : "  %t = stablehlo.add %s, %s : tensor<PxT>";
    text = absl::StrReplaceAll(text, {{"SCORES", scoreOps},
                                      {"PRODUCT", product},
                                      {"AFTER", after},
                                      {"RESULTTYPES", resultTypes},
                                      {"RETURNED", results},
                                      {"ARGUMENTS", arguments}});
    return absl::StrReplaceAll(text, {{"QxT", absl::StrCat(b, "x", l, "x", d, "x", type)},
                                      {"KxT", absl::StrCat(b, "x", s, "x", d, "x", type)},
                                      {"VxT", absl::StrCat(b, "x", s, "x", e, "x", type)},
                                      {"PxT", absl::StrCat(b, "x", l, "x", s, "x", type)},
                                      {"RxT", absl::StrCat(b, "x", l, "x", type)},
                                      {"OxT", absl::StrCat(b, "x", l, "x", e, "x", type)},
                                      {"WxT", absl::StrCat(b, "x", e, "x", l, "x", type)},
                                      {"tensor<T>", absl::StrCat("tensor<", type, ">")}});
  }
};

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

TEST(Sweeps, ASavedSweepHasTheSameResults) {
  auto executable = compiledWithout(Attention{}.text());
  ASSERT_TRUE(sweeps(*executable));
  auto compiler = makeCompiler();
  StatusOr<std::string> file = compiler->save(*executable);
  ASSERT_TRUE(file.ok()) << file.status();
  auto loaded = compiler->load(*file, CompileOptions{});
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ((*loaded)->print(), executable->print());
  EXPECT_TRUE(results(**loaded, 2) == results(*executable, 2));
}

} // namespace
} // namespace lz::compiler
