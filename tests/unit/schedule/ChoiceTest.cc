#include "schedule/Choice.h"

#include <gtest/gtest.h>

namespace lz::schedule {
namespace {

// out0[d0] = sum over d1 of in0[d0, d1], 30 x 40
region::RegionPlan sumOfRows() {
  const region::IndexExpr d0 = region::IndexExpr::dim(0), d1 = region::IndexExpr::dim(1);
  return {.dims = {{30, region::DimKind::Grid}, {40, region::DimKind::Reduction}},
          .nodes = {{.kind = region::NodeKind::Load,
                     .dtype = DType::F32,
                     .expr = d0 * 40 + d1,
                     .input = 0},
                    {.kind = region::NodeKind::Constant, .dtype = DType::F32},
                    {.kind = region::NodeKind::Reduce, .dtype = DType::F32, .reduction = 0}},
          .reductions = {{.dims = {1}, .operands = {0}, .inits = {1}}},
          .outputs = {{.value = 2, .expr = d0, .dims = {0}}},
          .inputs = {DType::F32},
          .inputSizes = {1200},
          .outputTypes = {DType::F32},
          .outputSizes = {30}};
}

TEST(Choice, SaysWhatShapesTheLoops) {
  region::RegionPlan plan = sumOfRows();
  EXPECT_EQ(print(plan, {.lanes = LaneMode::RowLanes}), "reduce, row lanes");
  EXPECT_EQ(print(plan, {.lanes = LaneMode::GridLanes, .streams = {true}}),
            "column, grid lanes, out0 past the caches");
  EXPECT_EQ(print(plan, {.lanes = LaneMode::GridLanes, .shortRows = true}),
            "reduce, grid lanes over short rows");
  plan.reductions.clear();
  EXPECT_EQ(print(plan, {.lanes = LaneMode::GridLanes}), "loop, grid lanes");
  EXPECT_EQ(print(plan, {.lanes = LaneMode::GridLanes, .tileDim = 0}),
            "transpose, grid lanes, tiles over d0");
  plan.combiner.results = {0};
  EXPECT_EQ(print(plan, {}), "scatter, scalar");
}

TEST(Choice, IsRefusedByItsRule) {
  region::RegionPlan plan = sumOfRows(), scatter = plan, total = plan;
  scatter.combiner.results = {0};
  total.dims[0].kind = region::DimKind::Reduction;
  // Returns the message without the request to report a bug.
  auto message = [](const region::RegionPlan& p, const Choice& choice) {
    std::string text(verify(p, choice).message());
    return text.substr(0, text.find(" ("));
  };
  EXPECT_EQ(message(plan, {.lanes = LaneMode::GridLanes, .streams = {true}}), "");
  EXPECT_EQ(message(scatter, {.lanes = LaneMode::RowLanes}),
            "[plan] choice: lanes: a scatter has lanes along rows");
  EXPECT_EQ(message(total, {.lanes = LaneMode::GridLanes}),
            "[plan] choice: lanes: grid lanes without a grid");
  EXPECT_EQ(message(plan, {.shortRows = true}), "[plan] choice: lanes: short rows without lanes");
  EXPECT_EQ(message(plan, {.streams = {false, true}}), "[plan] choice: streams: there is no out1");
  for (int32_t dim : {0, 1, 7})
    EXPECT_EQ(message(plan, {.lanes = LaneMode::GridLanes, .tileDim = dim}),
              "[plan] choice: tiles: d" + std::to_string(dim) +
                  " cannot form tiles with the lanes");
}

} // namespace
} // namespace lz::schedule
