// Long windows that are computed from short ones give the same bits for integers, and for floats
// whose sums and products are exact. NaN and infinities change only the windows that contain them.
#include "Testing.h"
#include "absl/strings/substitute.h"
#include "hlo/rewrite/WindowCount.h"

namespace lz::hlo {
namespace {

struct Windows {
  int64_t before, extent, behind; // the windowed dimension is between two others
  int64_t size, low, high, dilation = 1;
  std::string dtype = "i32", combiner = "add", init = "0";

  int64_t results() const { return extent + low + high - (size - 1) * dilation; }
  std::string type(int64_t count) const {
    return absl::Substitute("tensor<$0x$1x$2x$3>", before, count, behind, dtype);
  }
  std::string text() const {
    return absl::Substitute(R"(
func.func @main(%x: $0) -> $1 {
  %c = stablehlo.constant dense<$2> : tensor<$3>
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1, $4, 1>, window_dilations = array<i64: 1, $5, 1>, padding = dense<[[0, 0], [$6], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<$3>, %b: tensor<$3>):
    %s = stablehlo.$7 %a, %b : tensor<$3>
    stablehlo.return %s : tensor<$3>
  }) : ($0, tensor<$3>) -> $1
  return %0 : $1
})",
                            type(extent), type(results()), init, dtype, size, dilation,
                            absl::StrCat(low, ", ", high), combiner);
  }
};

// Sums and products of some hundred of these are exact in 16 bits. `specials` in 100 are NaN,
// infinities or -0.
Literal exactLiteral(const TensorType& type, bool product, int specials, std::mt19937& random) {
  constexpr double kSpecial[] = {-0.0, INFINITY, -INFINITY, NAN}, kFactors[] = {1, -1, 1, -1, 1};
  Literal literal(type);
  visitDType(type.dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < type.numElements(); ++i) {
      double value = product ? kFactors[random() % 5] : int(random() % 3) - 1;
      if (isFloat(type.dtype) && int(random() % 100) < specials)
        value = kSpecial[random() % 4];
      literal.mutableAs<T>()[i] = isFloat(type.dtype)         ? T(float(value))
                                  : type.dtype == DType::Pred ? T(random() % 40 == 0)
                                                              : T(int(random() % 251) - 125);
    }
  });
  return literal;
}

void expectSameNumbers(const Windows& windows, bool splits) {
  SCOPED_TRACE(windows.text());
  Module m(windows.text());
  ASSERT_TRUE(m.module);
  Program before = m.program();
  ASSERT_TRUE(runVerified(m).ok());
  EXPECT_EQ(count(m.str(), "stablehlo.reduce_window") > 1, splits) << m.str();
  Program after = m.program();
  std::mt19937 random(3);
  for (int specials : {0, 1, 20}) {
    std::vector<Literal> args = {exactLiteral(before.type(before.body.params[0]),
                                              windows.combiner == "multiply", specials, random)};
    auto expected = eval::evaluate(before, args), actual = eval::evaluate(after, args);
    ASSERT_TRUE(expected.ok() && actual.ok()) << expected.status() << actual.status();
    EXPECT_TRUE(sameValues((*expected)[0], (*actual)[0])) << m.str();
  }
}

TEST(LongWindows, OfOneSideAreScans) {
  for (int64_t n : {96, 97, 200})
    for (auto [low, high] : std::vector<std::pair<int64_t, int64_t>>{
             {n - 1, 0}, {0, n - 1}, {n, -1}, {-1, n}, {n + 5, 0}, {3, n}, {n - 1, -4}})
      for (auto [before, behind] : {std::pair{40, 1}, {1, 40}, {5, 8}})
        expectSameNumbers({before, n, behind, n, low, high}, true);
}

// Returns the body of jax.lax.cumlogsumexp, with the op `greater` in place of the maximum.
std::string logAddExp(const std::string& dtype, const std::string& init,
                      const std::string& greater) {
  return absl::Substitute(R"(
func.func @main(%x: tensor<20x200x$0>) -> tensor<20x200x$0> {
  %c = stablehlo.constant dense<$1> : tensor<$0>
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1, 200>, padding = dense<[[0, 0], [199, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<$0>, %b: tensor<$0>):
    %1 = stablehlo.$2 %a, %b : tensor<$0>
    %2 = stablehlo.subtract %a, %b : tensor<$0>
    %3 = stablehlo.compare NE, %2, %2, FLOAT : (tensor<$0>, tensor<$0>) -> tensor<i1>
    %4 = stablehlo.add %a, %b : tensor<$0>
    %5 = stablehlo.abs %2 : tensor<$0>
    %6 = stablehlo.negate %5 : tensor<$0>
    %7 = stablehlo.exponential %6 : tensor<$0>
    %8 = stablehlo.log_plus_one %7 : tensor<$0>
    %9 = stablehlo.add %1, %8 : tensor<$0>
    %10 = stablehlo.select %3, %4, %9 : tensor<i1>, tensor<$0>
    stablehlo.return %10 : tensor<$0>
  }) : (tensor<20x200x$0>, tensor<$0>) -> tensor<20x200x$0>
  return %0 : tensor<20x200x$0>
})",
                          dtype, init, greater);
}

bool isNear(double x, double y) {
  return x == y || (std::isnan(x) && std::isnan(y)) || std::abs(x - y) <= 1e-5 * (1 + std::abs(y));
}

TEST(LongWindows, LogSumExpIsAScan) {
  Module m(logAddExp("f32", "0xFF800000", "maximum"));
  ASSERT_TRUE(m.module);
  Program before = m.program();
  ASSERT_TRUE(runVerified(m).ok());
  EXPECT_GT(count(m.str(), "stablehlo.reduce_window"), 1) << m.str();
  Program after = m.program();
  std::mt19937 random(3);
  for (int specials : {0, 1, 20}) {
    std::vector<Literal> args = {exactLiteral({DType::F32, {20, 200}}, false, specials, random)};
    auto expected = eval::evaluate(before, args), actual = eval::evaluate(after, args);
    ASSERT_TRUE(expected.ok() && actual.ok()) << expected.status() << actual.status();
    for (int64_t i = 0; i < 20 * 200; ++i)
      ASSERT_TRUE(isNear((*actual)[0].as<float>()[i], (*expected)[0].as<float>()[i])) << i;
  }
}

// With another initial value, the result depends on how often this value is combined. With another
// body, the result depends on the order.
TEST(LongWindows, WhatOnlyLooksLikeLogSumExpStays) {
  for (auto [init, greater] : {std::pair{"0.0", "maximum"}, {"0xFF800000", "minimum"}}) {
    Module m(logAddExp("f32", init, greater));
    ASSERT_TRUE(m.module);
    ASSERT_TRUE(runVerified(m).ok());
    EXPECT_EQ(count(m.str(), "stablehlo.reduce_window"), 1) << m.str();
  }
}

TEST(LongWindows, LongerThanTheOperandAreScans) {
  for (int64_t more : {1, 9, 100})
    for (auto [low, high] : {std::pair<int64_t, int64_t>{90 + more, 0}, {0, 90 + more}, {95, more}})
      expectSameNumbers({40, 96, 2, 96 + more, low, high}, true);
}

TEST(LongWindows, ThatSlideCombineParts) {
  for (int64_t size : {40, 41, 64, 97, 128})
    for (auto [low, high] : {std::pair<int64_t, int64_t>{0, 0}, {7, 20}, {-3, -2}, {size, size}})
      for (int64_t dilation : {1, 3})
        expectSameNumbers({8, 600, 5, size, low, high, dilation}, true);
}

TEST(LongWindows, OfEveryTypeAndCombiner) {
  for (auto [low, high, size] :
       {std::tuple<int64_t, int64_t, int64_t>{95, 0, 96}, {0, 95, 96}, {9, 2, 50}})
    for (std::string dtype : {"i1", "i8", "ui8", "i32", "ui64", "i64", "bf16", "f16", "f32", "f64"})
      for (auto [combiner, init] :
           std::vector<std::pair<std::string, std::string>>{{"add", "0"},
                                                            {"multiply", "1"},
                                                            {"maximum", "1"},
                                                            {"minimum", "0"},
                                                            {"and", "1"},
                                                            {"or", "0"},
                                                            {"xor", "0"},
                                                            {"add", "-0.0"},
                                                            {"maximum", "0xFF800000"}}) {
        bool isFloat = dtype[0] == 'f' || dtype[0] == 'b',
             bits = combiner == "and" || combiner == "or" || combiner == "xor";
        bool ofFloats = init.size() > 1, f32Only = init.size() > 4;
        if ((isFloat && bits) || (!isFloat && ofFloats) || (f32Only && dtype != "f32"))
          continue;
        std::string value = isFloat && !ofFloats ? init + ".0"
                            : dtype == "i1"      ? (init == "1" ? "true" : "false")
                                                 : init;
        // Integers have the same result if a window is made of short ones. Sums of 16-bit floats
        // are rounded only once.
        expectSameNumbers({40, 96, 3, size, low, high, 1, dtype, combiner, value}, true);
      }
}

TEST(LongWindows, WhoseInitialValueCountsAreLeftAlone) {
  expectSameNumbers({40, 96, 3, 96, 95, 0, 1, "i32", "add", "5"}, false);
  expectSameNumbers({40, 96, 3, 96, 95, 0, 1, "f32", "multiply", "-1.0"}, false);
  expectSameNumbers({40, 96, 3, 96, 0, 95, 1, "i32", "xor", "1"}, false);
}

// Extents are 1, 2, 3, 16 and 17; there are inputs without rows and without elements.
TEST(LongWindows, ThatAreShortOrEmptyAreLeftAlone) {
  for (int64_t n : {1, 2, 3, 16, 17})
    for (bool fromLow : {true, false})
      expectSameNumbers({2, n, 3, n, fromLow ? n - 1 : 0, fromLow ? 0 : n - 1}, false);
  expectSameNumbers({0, 96, 3, 96, 95, 0}, false);
  expectSameNumbers({2, 0, 3, 5, 5, 0}, false);
}

TEST(LongWindows, OfFloatsThatAddUpAreLeftAloneAtLevelStrict) {
  PipelineOptions strict;
  strict.strict = true;
  for (auto [combiner, splits] : {std::pair<std::string, bool>{"add", false}, {"maximum", true}}) {
    std::string after =
        checkSameNumbers(Windows{40, 96, 3, 96, 95, 0, 1, "f32", combiner, "0.0"}.text(), strict);
    EXPECT_EQ(count(after, "stablehlo.reduce_window") > 1, splits);
  }
}

// The number of taps of a scan grows like its number of elements, and that of a window like the
// logarithm of its size.
TEST(LongWindows, AreCountedInBoundedTime) {
  for (int64_t n = 1000; n < int64_t(1) << 40; n *= 10) {
    EXPECT_GE(bestBlock(1000, n), 8);
    EXPECT_GE(bestPart(1, n, n, 1), 2);
  }
  EXPECT_EQ(bestBlock(1, 64), 0);
  EXPECT_EQ(bestPart(1, 1000, 9, 1), 0);
}

} // namespace
} // namespace lz::hlo
