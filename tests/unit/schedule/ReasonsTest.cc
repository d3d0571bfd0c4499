#include "schedule/Reasons.h"

#include <gtest/gtest.h>

namespace lz::schedule {
using region::RegionPlan;

namespace {

// out0[d0] = sum over d1 of in0[d0, d1], rows x 4096
RegionPlan sumOfRows(int64_t rows) {
  constexpr int64_t kColumns = 4096;
  const region::IndexExpr d0 = region::IndexExpr::dim(0), d1 = region::IndexExpr::dim(1);
  return {.dims = {{rows, region::DimKind::Grid}, {kColumns, region::DimKind::Reduction}},
          .nodes = {{.kind = region::NodeKind::Load,
                     .dtype = DType::F32,
                     .expr = d0 * kColumns + d1,
                     .input = 0},
                    {.kind = region::NodeKind::Constant, .dtype = DType::F32},
                    {.kind = region::NodeKind::Reduce, .dtype = DType::F32, .reduction = 0}},
          .reductions = {{.dims = {1}, .operands = {0}, .inits = {1}}},
          .outputs = {{.value = 2, .expr = d0, .dims = {0}}},
          .inputs = {DType::F32},
          .inputSizes = {rows * kColumns},
          .outputTypes = {DType::F32},
          .outputSizes = {rows}};
}

// out0[d0] = -in0[d0]
RegionPlan negation(int64_t points) {
  const region::IndexExpr d0 = region::IndexExpr::dim(0);
  return {.dims = {{points, region::DimKind::Grid}},
          .nodes = {{.kind = region::NodeKind::Load, .dtype = DType::F32, .expr = d0, .input = 0},
                    {.kind = region::NodeKind::Compute,
                     .dtype = DType::F32,
                     .operands = {0},
                     .opcode = Opcode::Negate}},
          .reductions = {},
          .outputs = {{.value = 1, .expr = d0, .dims = {0}}},
          .inputs = {DType::F32},
          .inputSizes = {points},
          .outputTypes = {DType::F32},
          .outputSizes = {points}};
}

TEST(Reasons, LongWorkIsSharedInVectors) {
  RegionPlan plan = sumOfRows(3000);
  Choice choice = {.lanes = LaneMode::RowLanes};
  Schedule schedule(plan, choice, {});
  EXPECT_EQ(laneUseOf(schedule), LaneUse::Vectors);
  EXPECT_EQ(threadUseOf(schedule), ThreadUse::Shared);
  EXPECT_EQ(describeLanes(schedule), "16 lanes");
  EXPECT_EQ(describeThreads(schedule).find("a thread takes "), 0u) << describeThreads(schedule);
}

TEST(Reasons, ShortWorkIsNotShared) {
  RegionPlan plan = sumOfRows(3);
  Choice choice = {.lanes = LaneMode::RowLanes};
  Schedule schedule(plan, choice, {});
  EXPECT_EQ(threadUseOf(schedule), ThreadUse::Short);
  EXPECT_EQ(describeThreads(schedule).find("one thread, since all take "), 0u)
      << describeThreads(schedule);
}

TEST(Reasons, OneUnitIsNotShared) {
  RegionPlan plan = negation(8);
  Choice choice = {.lanes = LaneMode::GridLanes};
  Schedule schedule(plan, choice, {});
  EXPECT_EQ(threadUseOf(schedule), ThreadUse::OneUnit);
  EXPECT_EQ(describeThreads(schedule), "one thread, since there is one unit");
}

// out0[i[d1] + d0] = in0[columns*d1 + d0]
RegionPlan rowsThatMeet(int64_t updates, int64_t columns) {
  const region::IndexExpr d0 = region::IndexExpr::dim(0), d1 = region::IndexExpr::dim(1);
  RegionPlan plan = negation(1);
  plan.dims = {{columns, region::DimKind::Grid}, {updates, region::DimKind::Ordered}};
  plan.nodes[0].expr = d1 * columns + d0;
  plan.outputs[0].dims = {0, 1};
  plan.combiner = {{{.kind = region::NodeKind::Arg, .dtype = DType::F32, .component = 1}}, {0}};
  return plan;
}

TEST(Reasons, RowsWithAnOrderAreSharedByTheirColumns) {
  RegionPlan plan = rowsThatMeet(1000000, 400);
  Choice choice = {.lanes = LaneMode::GridLanes};
  Schedule schedule(plan, choice, {});
  EXPECT_EQ(laneUseOf(schedule), LaneUse::Vectors);
  EXPECT_EQ(threadUseOf(schedule), ThreadUse::Shared);
  EXPECT_EQ(schedule.grid.units, 4);
}

// Each thread would write a part of the same cache line, which would cost as much as the threads
// save.
TEST(Reasons, ShortRowsWithAnOrderHaveOneThread) {
  RegionPlan plan = rowsThatMeet(1000000, 40);
  Choice choice = {.lanes = LaneMode::GridLanes};
  EXPECT_EQ(threadUseOf(Schedule(plan, choice, {})), ThreadUse::OneUnit);
}

TEST(Reasons, LanesOfAScatterMayTakeLonger) {
  RegionPlan plan = rowsThatMeet(1000, 40);
  Choice choice;
  Schedule schedule(plan, choice, {});
  EXPECT_EQ(laneUseOf(schedule), LaneUse::Slower);
  EXPECT_EQ(describeLanes(schedule), "no lanes, since they would take longer");
}

TEST(Reasons, PointsWithAnOrderAreNotSharedAtAll) {
  RegionPlan plan = rowsThatMeet(1000, 40);
  plan.dims[0].kind = region::DimKind::Ordered;
  Choice choice;
  Schedule schedule(plan, choice, {});
  EXPECT_EQ(laneUseOf(schedule), LaneUse::Ordered);
  EXPECT_EQ(threadUseOf(schedule), ThreadUse::Ordered);
  EXPECT_EQ(describeLanes(schedule), "no lanes, since the points have an order");
  EXPECT_EQ(describeThreads(schedule), "one thread, since the points have an order");
}

TEST(Reasons, WithoutALoopForThemThereAreNoLanes) {
  RegionPlan plan = negation(40);
  Choice choice;
  Schedule schedule(plan, choice, {});
  EXPECT_EQ(laneUseOf(schedule), LaneUse::NoLoop);
  EXPECT_EQ(describeLanes(schedule), "no lanes, since no loop may share its points among them");
}

TEST(Reasons, WithoutVectorsThereAreNoLanes) {
  RegionPlan plan = negation(40);
  Choice choice = {.lanes = LaneMode::GridLanes};
  Schedule schedule(plan, choice, {.f32Lanes = 1});
  EXPECT_EQ(laneUseOf(schedule), LaneUse::NoTarget);
  EXPECT_EQ(describeLanes(schedule), "no lanes on this target");
}

} // namespace
} // namespace lz::schedule
