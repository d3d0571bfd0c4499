#include "schedule/Ranges.h"

#include "PlanTesting.h"
#include "schedule/Schedule.h"

#include <array>

namespace lz::testing {
using region::NodeId;

namespace {

// Each row is concatenated from x, reversed y, and z, with the lengths in `parts`. Before these
// rows come `top` rows of w.
schedule::ChosenPlan pieces(DType dtype, int64_t top, int64_t rows, std::array<int64_t, 3> parts) {
  auto [nx, ny, nz] = parts;
  int64_t n = nx + ny + nz;
  PlanBuilder b(schedule::LaneMode::GridLanes);
  region::IndexExpr d0 = b.dim(top + rows), d1 = b.dim(n), row = d0 + region::IndexExpr(-top);
  auto both = [&](NodeId x, NodeId y) { return b.compute(Opcode::And, DType::Pred, {x, y}); };
  NodeId inY = b.inRange(d1, nx, nx + ny - 1), inZ = b.inRange(d1, nx + ny, n - 1),
         isBelow = b.inRange(d0, top, top + rows - 1);
  NodeId x = b.load(b.input(dtype, rows * nx), row * nx + d1,
                    both(isBelow, b.inRange(d1, 0, nx - 1))),
         y = b.load(b.input(dtype, rows * ny), row * ny + d1 * -1 + region::IndexExpr(nx + ny - 1),
                    both(isBelow, inY)),
         z = b.load(b.input(dtype, rows * nz), row * nz + d1 + region::IndexExpr(-nx - ny),
                    both(isBelow, inZ)),
         w = b.load(b.input(dtype, top * n), d0 * n + d1, b.inRange(d0, 0, top - 1));
  NodeId below =
      b.compute(Opcode::Select, dtype, {inZ, z, b.compute(Opcode::Select, dtype, {inY, y, x})});
  b.store(b.compute(Opcode::Select, dtype, {isBelow, below, w}), dtype, (top + rows) * n,
          d0 * n + d1, {0, 1});
  return b;
}

TEST(Ranges, EachHasItsPieceAlone) {
  schedule::ChosenPlan chosen = pieces(DType::F32, 2, 3, {20, 7, 100});
  schedule::Ranges ranges(chosen.plan, chosen.choice, /*lanes=*/8);
  ASSERT_TRUE(ranges.areSplit());
  ASSERT_EQ(ranges.ofDim[0].size(), 2u);
  ASSERT_EQ(ranges.ofDim[1].size(), 3u);
  EXPECT_EQ(ranges.ofDim[1][1].first, 20);
  EXPECT_EQ(ranges.ofDim[1][1].last, 26);
}

TEST(Ranges, OfOneConditionAreNotWorthTheirCode) {
  PlanBuilder b(schedule::LaneMode::GridLanes);
  region::IndexExpr d0 = b.dim(1000);
  NodeId isInside = b.inRange(d0, 3, 996);
  NodeId x = b.load(b.input(DType::F32, 994), d0 + region::IndexExpr(-3), isInside);
  NodeId y = b.compute(Opcode::Exponential, DType::F32, {b.load(b.input(DType::F32, 1000), d0)});
  b.store(b.compute(Opcode::Add, DType::F32, {x, y}), DType::F32, 1000, d0, {0});
  EXPECT_FALSE(schedule::Ranges(b.plan, b.choice, /*lanes=*/8).areSplit());
}

TEST(Ranges, OutcomesOfConditions) {
  PlanBuilder b(schedule::LaneMode::GridLanes);
  region::IndexExpr d0 = b.dim(100), d1 = b.dim(50);
  NodeId x = b.inRange(d0 * -1 + region::IndexExpr(99), 10, 19), y = b.inRange(d0 + d1, 0, 59),
         z = b.compute(Opcode::And, DType::Pred, {x, y});
  auto outcome = [&](NodeId id, int64_t first, int64_t last) {
    return schedule::outcomeOf(b.plan, id, {{first, last}, {0, 49}});
  };
  EXPECT_EQ(outcome(x, 80, 89), true);
  EXPECT_EQ(outcome(x, 0, 79), false);
  EXPECT_EQ(outcome(x, 79, 80), std::nullopt);
  EXPECT_EQ(outcome(y, 0, 10), true);
  EXPECT_EQ(outcome(y, 60, 99), false);
  EXPECT_EQ(outcome(z, 0, 10), false);
  EXPECT_EQ(outcome(z, 80, 89), false);
}

// Streaming stores, which bypass the caches, are used for long ranges only. Two ranges that meet
// in a cache line both write a part of it. With streaming stores this line goes to memory twice.
// Short ranges have too many such lines for their length.
TEST(Ranges, PassTheCachesOnlyWhereTheirEndsAreFarApart) {
  auto streaming = [](std::array<int64_t, 3> parts) {
    schedule::ChosenPlan chosen = pieces(DType::F32, 2, 3, parts);
    chosen.choice.streams = {true};
    return schedule::Schedule(chosen.plan, chosen.choice, schedule::VectorTarget())
        .stages.back()
        .streaming;
  };
  using Expected = std::vector<schedule::Streaming>;
  EXPECT_EQ(streaming({20, 7, 100}), Expected{schedule::Streaming::None});
  EXPECT_EQ(streaming({4002, 4002, 4002}), Expected{schedule::Streaming::None});
  EXPECT_EQ(streaming({16002, 16002, 16002}), Expected{schedule::Streaming::Vectors});
}

// Ranges end at multiples of the lanes and elsewhere, and have one element or whole tiles. Some
// rows are split into several units.
TEST(Ranges, PiecesAreTheirOwnWhereverTheyEnd) {
  for (std::array<int64_t, 3> parts : {std::array<int64_t, 3>{20, 7, 100},
                                       {1, 1, 1},
                                       {16, 32, 64},
                                       {3, 1000, 3},
                                       {5, 2, 6},
                                       {1025, 3, 5000}})
    for (DType dtype : {DType::F32, DType::F64, DType::BF16, DType::S8, DType::Pred})
      for (int64_t top = 1; top <= (dtype == DType::F32 ? 2 : 1); ++top) {
        int64_t rows = 3, n = parts[0] + parts[1] + parts[2];
        expectPlanRuns(pieces(dtype, top, rows, parts),
                       {sampleArray(dtype, rows * parts[0], 1),
                        sampleArray(dtype, rows * parts[1], 2),
                        sampleArray(dtype, rows * parts[2], 3), sampleArray(dtype, top * n, 4)});
      }
}

} // namespace
} // namespace lz::testing
