#include "region/index/IndexExpr.h"

#include <gtest/gtest.h>
#include <random>

namespace lz::region {
namespace {

using Extents = std::vector<int64_t>;

TEST(IndexExpr, SimplifiesDivisionOfADelinearizedIndex) {
  Extents extents = {5, 4};
  IndexExpr linear = IndexExpr::dim(0) * 4 + IndexExpr::dim(1);
  EXPECT_EQ(linear.floorDiv(4, extents).str(), "d0");
  EXPECT_EQ(linear.mod(4, extents).str(), "d1");
  EXPECT_EQ(linear.floorDiv(2, extents).str(), "2*d0 + ((d1) floordiv 2)");
  EXPECT_EQ(linear.floorDiv(20, extents).str(), "0");
}

TEST(IndexExpr, KeepsWhatItCannotSimplify) {
  Extents extents = {6};
  IndexExpr d = IndexExpr::dim(0);
  EXPECT_EQ(d.floorDiv(4, extents).str(), "((d0) floordiv 4)");
  EXPECT_EQ((d + 1).mod(4, extents).str(), "((d0 + 1) mod 4)");
  EXPECT_EQ(d.mod(4, extents).mod(2, extents).str(), "((d0) mod 2)");
}

TEST(IndexExpr, CancelsTerms) {
  IndexExpr d = IndexExpr::dim(3);
  EXPECT_TRUE((d * 2 + d * -2).isConstant());
  EXPECT_EQ((d + IndexExpr::dim(1) + d).str(), "d1 + 2*d3");
}

TEST(IndexExpr, ADivisorOfWholeRowsDividesTheRow) {
  Extents extents = {40, 8};
  IndexExpr rows = IndexExpr::dim(0) * 8 + IndexExpr::dim(1);
  EXPECT_EQ(rows.floorDiv(64, extents).str(), "((d0) floordiv 8)");
  EXPECT_EQ(rows.mod(64, extents).str(), "d1 + 8*((d0) mod 8)");
  EXPECT_EQ((rows + IndexExpr(24)).floorDiv(64, extents).str(), "((d0 + 3) floordiv 8)");
  EXPECT_EQ((rows + IndexExpr(1)).floorDiv(64, extents).str(), "((8*d0 + d1 + 1) floordiv 64)");
}

TEST(IndexExpr, RecombinesADelinearizedAddress) {
  Extents extents = {60};
  IndexExpr l = IndexExpr::dim(0);
  IndexExpr address =
      l.floorDiv(12, extents) * 12 + l.floorDiv(4, extents).mod(3, extents) * 4 + l.mod(4, extents);
  EXPECT_EQ(address.recombined(extents).str(), "d0");
}

// Law: simplification never changes the value.
TEST(IndexExpr, SimplifiedEqualsPlainArithmetic) {
  std::mt19937 rng(7);
  auto pick = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(rng);
  };
  for (int round = 0; round < 2000; ++round) {
    Extents extents = {pick(1, 7), pick(1, 7), pick(1, 7)};
    IndexExpr e = IndexExpr::dim(0) * pick(-6, 6) + IndexExpr::dim(1) * pick(-6, 6) +
                  IndexExpr::dim(2) * pick(-6, 6) + pick(-9, 9);
    int64_t a = pick(1, 12), b = pick(1, 6);
    IndexExpr div = e.floorDiv(a, extents), mod = e.mod(a, extents);
    IndexExpr again = (div * 3 + mod).floorDiv(b, extents);
    for (int i = 0; i < 20; ++i) {
      Extents point = {pick(0, extents[0] - 1), pick(0, extents[1] - 1), pick(0, extents[2] - 1)};
      int64_t v = e.evaluate(point);
      int64_t q = (v - ((v % a) + a) % a) / a;
      ASSERT_EQ(div.evaluate(point), q) << e.str() << " by " << a;
      ASSERT_EQ(mod.evaluate(point), v - q * a);
      int64_t w = 3 * q + (v - q * a);
      ASSERT_EQ(again.evaluate(point), (w - ((w % b) + b) % b) / b);
      IndexExpr::Range r = again.range(extents);
      ASSERT_LE(r.lo, again.evaluate(point));
      ASSERT_GE(r.hi, again.evaluate(point));
    }
  }
}

} // namespace
} // namespace lz::region
