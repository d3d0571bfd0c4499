#include "base/Checked.h"

#include "base/Shape.h"
#include "gtest/gtest.h"

namespace lz {
namespace {

TEST(Checked, SumsAndProductsAreNothingAbove63Bits) {
  EXPECT_EQ(checkedAdd(INT64_MAX - 1, 1), INT64_MAX);
  EXPECT_EQ(checkedAdd(INT64_MAX, 1), std::nullopt);
  EXPECT_EQ(checkedAdd(INT64_MIN, -1), std::nullopt);
  EXPECT_EQ(checkedMultiply(int64_t(1) << 31, int64_t(1) << 31), int64_t(1) << 62);
  EXPECT_EQ(checkedMultiply(int64_t(1) << 31, int64_t(1) << 32), std::nullopt);
  EXPECT_EQ(checkedProduct({}), 1);
  EXPECT_EQ(checkedProduct({3, 0, 5}), 0);
  EXPECT_EQ(checkedProduct({int64_t(1) << 40, int64_t(1) << 40, 0}), std::nullopt);
}

TEST(Checked, NothingComesOfNothing) {
  EXPECT_EQ(checkedAdd(1, checkedMultiply(INT64_MAX, 2)), std::nullopt);
  EXPECT_EQ(checkedMultiply(std::nullopt, 0), std::nullopt);
  EXPECT_EQ(checkedRoundUp(std::nullopt, 64), std::nullopt);
}

TEST(Checked, RoundingUpStopsAtTheLastMultiple) {
  EXPECT_EQ(checkedRoundUp(0, 64), 0);
  EXPECT_EQ(checkedRoundUp(65, 64), 128);
  EXPECT_EQ(checkedRoundUp(INT64_MAX - 63, 64), INT64_MAX - 63);
  EXPECT_EQ(checkedRoundUp(INT64_MAX - 62, 64), std::nullopt);
}

TEST(Checked, LimitsHoldForProductsThatOverflow) {
  EXPECT_EQ(productUpTo(3, 10, 33), 30);
  EXPECT_EQ(productUpTo(3, 11, 33), 33);
  EXPECT_EQ(productUpTo(4, int64_t(1) << 62, 33), 33);
  EXPECT_EQ(productUpTo(0, INT64_MAX, 33), 0);
}

// Strides are products too, so a dimension of size 0 must not hide an overflow of the others.
TEST(Checked, TypesWhoseBytesOverflowAreRefused) {
  EXPECT_TRUE(checkType({DType::F32, {(int64_t(1) << 61) - 1}}).ok());
  EXPECT_FALSE(checkType({DType::F32, {int64_t(1) << 61}}).ok());
  EXPECT_FALSE(checkType({DType::U8, {int64_t(1) << 32, int64_t(1) << 31}}).ok());
  EXPECT_FALSE(checkType({DType::U8, {0, int64_t(1) << 32, int64_t(1) << 31}}).ok());
}

} // namespace
} // namespace lz
