// Tests which products run together in a sweep, and that this does not change results.
#include "CompiledWithout.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/machine/Caches.h"

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

// A tile of attention: `b` heads, `l` queries and `s` keys of 24 numbers. %t is the scaled table,
// %m the maximum of its rows and of what came before, %x the table of exponentials, %g the factors
// of what came before. Returns the next maxima, sums and outputs, and further results.
struct Tile {
  int b = 6, l = 200, s = 200;
  const char* scaled = "  %t = stablehlo.multiply %s, %scales : tensor<PxT>";
  const char* results = "";
  const char* resultTypes = "";
  const char* type = "f32";

  std::string text() const {
    return typed(absl::StrCat(R"(
func.func @main(%q: tensor<QxT>, %k: tensor<KxT>, %v: tensor<KxT>, %m0: tensor<RxT>, %l0: tensor<RxT>, %o0: tensor<QxT>) -> (tensor<RxT>, tensor<RxT>, tensor<QxT>TYPES) {
)",
                              kOps, R"(
  return %m, %l, %oRESULTS : tensor<RxT>, tensor<RxT>, tensor<QxT>TYPES
}
)"));
  }

  // Attention of three times as many keys, as a loop over tiles.
  std::string loop() const {
    return typed(absl::StrCat(R"(
func.func @main(%q: tensor<QxT>, %ks: tensor<AxT>, %vs: tensor<AxT>) -> tensor<QxT> {
  %low = stablehlo.constant dense<-1.0e30> : tensor<RxT>
  %none = stablehlo.constant dense<0.0> : tensor<RxT>
  %nothing = stablehlo.constant dense<0.0> : tensor<QxT>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:4 = "stablehlo.while"(%zero, %low, %none, %nothing) ({
  ^bb0(%first: tensor<i32>, %m0: tensor<RxT>, %l0: tensor<RxT>, %o0: tensor<QxT>):
    %end = stablehlo.constant dense<END> : tensor<i32>
    %less = stablehlo.compare LT, %first, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }, {
  ^bb0(%first: tensor<i32>, %m0: tensor<RxT>, %l0: tensor<RxT>, %o0: tensor<QxT>):
  %k = stablehlo.dynamic_slice %ks, %zero, %first, %zero, sizes = [SIZES] : (tensor<AxT>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<KxT>
  %v = stablehlo.dynamic_slice %vs, %zero, %first, %zero, sizes = [SIZES] : (tensor<AxT>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<KxT>
)",
                              kOps, R"(
  %step = stablehlo.constant dense<STEP> : tensor<i32>
  %next = stablehlo.add %first, %step : tensor<i32>
  stablehlo.return %next, %m, %l, %o : tensor<i32>, tensor<RxT>, tensor<RxT>, tensor<QxT>
  }) : (tensor<i32>, tensor<RxT>, tensor<RxT>, tensor<QxT>) -> (tensor<i32>, tensor<RxT>, tensor<RxT>, tensor<QxT>)
  %sums = stablehlo.broadcast_in_dim %r#2, dims = [0, 1] : (tensor<RxT>) -> tensor<QxT>
  %w = stablehlo.divide %r#3, %sums : tensor<QxT>
  return %w : tensor<QxT>
}
)"));
  }

private:
  static constexpr const char* kOps = R"(
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<QxT>, tensor<KxT>) -> tensor<PxT>
  %scale = stablehlo.constant dense<0.125> : tensor<T>
  %scales = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<T>) -> tensor<PxT>
SCALED
  %i = stablehlo.constant dense<-1.0e30> : tensor<T>
  %m1 = stablehlo.reduce(%t init: %i) applies stablehlo.maximum across dimensions = [2] : (tensor<PxT>, tensor<T>) -> tensor<RxT>
  %m = stablehlo.maximum %m0, %m1 : tensor<RxT>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<RxT>) -> tensor<PxT>
  %c = stablehlo.subtract %t, %mb : tensor<PxT>
  %x = stablehlo.exponential %c : tensor<PxT>
  %z = stablehlo.constant dense<0.0> : tensor<T>
  %u = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [2] : (tensor<PxT>, tensor<T>) -> tensor<RxT>
  %f = stablehlo.subtract %m0, %m : tensor<RxT>
  %g = stablehlo.exponential %f : tensor<RxT>
  %l1 = stablehlo.multiply %l0, %g : tensor<RxT>
  %l = stablehlo.add %l1, %u : tensor<RxT>
  %gb = stablehlo.broadcast_in_dim %g, dims = [0, 1] : (tensor<RxT>) -> tensor<QxT>
  %o1 = stablehlo.multiply %o0, %gb : tensor<QxT>
  %p = stablehlo.dot_general %x, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<PxT>, tensor<KxT>) -> tensor<QxT>
  %o = stablehlo.add %o1, %p : tensor<QxT>
)";

  std::string typed(const std::string& text) const {
    return absl::StrReplaceAll(
        absl::StrReplaceAll(text,
                            {{"SCALED", scaled}, {"RESULTS", results}, {"TYPES", resultTypes}}),
        {{"END", absl::StrCat(3 * s)},
         {"STEP", absl::StrCat(s)},
         {"SIZES", absl::StrCat(b, ", ", s, ", 24")},
         {"AxT", absl::StrCat(b, "x", 3 * s, "x24x", type)},
         {"QxT", absl::StrCat(b, "x", l, "x24x", type)},
         {"KxT", absl::StrCat(b, "x", s, "x24x", type)},
         {"PxT", absl::StrCat(b, "x", l, "x", s, "x", type)},
         {"RxT", absl::StrCat(b, "x", l, "x", type)},
         {"tensor<T>", absl::StrCat("tensor<", type, ">")}});
  }
};

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

// The row is read again after some of its results are written, so the table has rows of its own.
TEST(Sweeps, RowsThatAreReadAgainAreNotOverwritten) {
  const std::string scaled = normalized("s", "t");
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
  const std::string scaled = normalized("s", "n") + normalized("n", "t") + R"(
  %w = stablehlo.reduce(%n init: %one_t) applies stablehlo.maximum across dimensions = [2] : (tensor<PxT>, tensor<T>) -> tensor<RxT>)";
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
  for (const std::string& text : {Attention{}.text(), Tile{}.text()})
    expectSavedIsSame(text);
}

} // namespace
} // namespace lz::compiler
