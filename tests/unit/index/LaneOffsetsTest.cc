#include "region/index/LaneOffsets.h"

#include <gtest/gtest.h>

namespace lz::region {
namespace {

using Extents = std::vector<int64_t>;
using Offsets = LaneOffsets;

constexpr LaneDim kLanes = {.dim = 1, .lanes = 4};
const Extents kExtents = {10, 100};
const IndexExpr d0 = IndexExpr::dim(0), d1 = IndexExpr::dim(1);

TEST(LaneOffsets, CountTheStepsOfTheLanesOnly) {
  EXPECT_EQ(laneOffsets(d0 * 100 + d1 + 7, kLanes), Offsets({0, 1, 2, 3}));
  EXPECT_EQ(laneOffsets(d1 * -2, kLanes), Offsets({0, -2, -4, -6}));
  EXPECT_EQ(laneOffsets(d0, kLanes), Offsets({0, 0, 0, 0}));
  EXPECT_EQ(laneOffsets(d1, {.dim = -1, .lanes = 1}), Offsets({0}));
}

TEST(LaneOffsets, QuotientsAreTheSameInsideOfADivisor) {
  EXPECT_EQ(laneOffsets(d1.floorDiv(12, kExtents), kLanes), Offsets({0, 0, 0, 0}));
  EXPECT_EQ(laneOffsets(d1.mod(12, kExtents), kLanes), Offsets({0, 1, 2, 3}));
  EXPECT_EQ(laneOffsets(d1.floorDiv(2, kExtents), kLanes), Offsets({0, 0, 1, 1}));
  EXPECT_EQ(laneOffsets(d1.mod(2, kExtents), kLanes), Offsets({0, 1, 0, 1}));
}

TEST(LaneOffsets, AreUnknownWhereTheyDependOnTheStart) {
  EXPECT_EQ(laneOffsets(d1.floorDiv(7, kExtents), kLanes), std::nullopt);
  EXPECT_EQ(laneOffsets((d0 * 2 + d1).mod(12, kExtents), kLanes), std::nullopt);
  EXPECT_EQ(laneOffsets(d1.floorDiv(12, kExtents), {1, 4, /*startsAnywhere=*/true}), std::nullopt);
}

// Tries all starts that are multiples of the lanes.
TEST(LaneOffsets, AgreeWithTheValuesAtEveryStart) {
  for (int64_t divisor = 1; divisor <= 20; ++divisor)
    for (int64_t factor : {-3, -1, 1, 2, 4, 8})
      for (const IndexExpr& inner : {d1 * factor, d0 * 8 + d1 * factor + 4}) {
        IndexExpr expr = inner.floorDiv(divisor, kExtents) * 5 + inner.mod(divisor, kExtents);
        std::optional<LaneOffsets> offsets = laneOffsets(expr, kLanes);
        if (!offsets)
          continue;
        for (int64_t row = 0; row < kExtents[0]; ++row)
          for (int64_t start = 0; start < kExtents[1]; start += kLanes.lanes)
            for (int64_t lane = 0; lane < kLanes.lanes; ++lane)
              ASSERT_EQ(expr.evaluate({row, start + lane}) - expr.evaluate({row, start}),
                        (*offsets)[size_t(lane)])
                  << expr.str() << " at " << row << ", " << start;
      }
}

TEST(LaneOffsets, AlignmentIsThatOfTheFirstLane) {
  EXPECT_EQ(alignmentOf(d1 * 3, kLanes), 12);
  EXPECT_EQ(alignmentOf(d1 * 3 + 6, kLanes), 6);
  EXPECT_EQ(alignmentOf(d0 * 8 + d1, kLanes), 4);
  EXPECT_EQ(alignmentOf(d1, {1, 4, /*startsAnywhere=*/true}), 1);
  EXPECT_EQ(alignmentOf(IndexExpr(0), kLanes), 0);
}

} // namespace
} // namespace lz::region
