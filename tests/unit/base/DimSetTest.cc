#include "base/DimSet.h"

#include "gtest/gtest.h"

#include <vector>

namespace lz {
namespace {

TEST(DimSet, HoldsWhatItsListsName) {
  std::vector<int64_t> batch = {3}, contracted = {1};
  DimSet dims(4, {batch, contracted});
  EXPECT_TRUE(dims.contains(1) && dims.contains(3));
  EXPECT_FALSE(dims.contains(0) || dims.contains(2));
}

TEST(DimSet, TellsWhetherADimensionIsNew) {
  std::vector<int64_t> list = {2};
  DimSet dims(3, {list});
  EXPECT_FALSE(dims.insert(2));
  EXPECT_TRUE(dims.insert(0));
  EXPECT_FALSE(dims.insert(0));
  EXPECT_TRUE(dims.contains(0) && dims.contains(2));
}

TEST(DimSet, WhatIsNamedTwiceIsThereOnce) {
  std::vector<int64_t> twice = {0, 0};
  DimSet dims(1, {twice, twice});
  EXPECT_TRUE(dims.contains(0));
  EXPECT_FALSE(dims.insert(0));
}

// Shape rules call contains() before they check that the numbers of a program are dimensions.
TEST(DimSet, NothingOutsideIsInASet) {
  std::vector<int64_t> list = {-1, 2, INT64_MIN, INT64_MAX};
  DimSet dims(2, {list});
  for (int64_t d : list) {
    EXPECT_FALSE(dims.contains(d));
    EXPECT_FALSE(dims.insert(d));
  }
  EXPECT_FALSE(dims.contains(0) || dims.contains(1));
}

TEST(DimSet, AScalarHasNoDimensions) {
  DimSet dims(0);
  EXPECT_FALSE(dims.contains(0) || dims.insert(0));
}

// More dimensions than the object can store inline.
TEST(DimSet, AnyRank) {
  constexpr int64_t kRank = 1000;
  DimSet dims(kRank);
  for (int64_t d = 0; d < kRank; d += 3)
    EXPECT_TRUE(dims.insert(d));
  for (int64_t d = 0; d < kRank; ++d)
    EXPECT_EQ(dims.contains(d), d % 3 == 0) << d;
}

} // namespace
} // namespace lz
