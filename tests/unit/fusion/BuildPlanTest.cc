#include "fusion/BuildPlan.h"

#include "ProgramBuilder.h"
#include "region/VerifyPlan.h"
#include "schedule/Choose.h"
#include "schedule/LoopForms.h"

#include <gtest/gtest.h>

namespace lz::fusion {
using region::RegionPlan;
using schedule::ChosenPlan;

namespace {

constexpr DType F32 = DType::F32;

ChosenPlan chosenOf(ProgramBuilder& b, std::vector<ValueId> results) {
  b.program.body.results = std::move(results);
  StatusOr<ChosenPlan> chosen = buildPlan(b.program, costTable(MachineClass::Avx2));
  EXPECT_TRUE(chosen.ok()) << chosen.status();
  if (!chosen.ok())
    return {};
  EXPECT_TRUE(verify(chosen->plan).ok()) << verify(chosen->plan) << print(chosen->plan);
  EXPECT_TRUE(verify(chosen->plan, chosen->choice).ok()) << print(chosen->plan);
  return *chosen;
}

RegionPlan planOf(ProgramBuilder& b, std::vector<ValueId> results) {
  return chosenOf(b, std::move(results)).plan;
}

std::string familyOf(const ChosenPlan& chosen) {
  return schedule::familyOf(chosen.plan, chosen.choice);
}

TEST(BuildPlan, ElementwiseCollapsesToOneLoop) {
  ProgramBuilder b;
  ValueId x = b.param(F32, {6, 512, 4096}), y = b.param(F32, {6, 512, 4096});
  ValueId t = b.op(Opcode::Tanh, {x}, {F32, {6, 512, 4096}});
  ChosenPlan chosen = chosenOf(b, {b.op(Opcode::Add, {t, y}, {F32, {6, 512, 4096}})});
  const RegionPlan& plan = chosen.plan;
  ASSERT_EQ(plan.dims.size(), 1u);
  EXPECT_EQ(plan.dims[0].extent, 6 * 512 * 4096);
  EXPECT_EQ(chosen.choice.lanes, schedule::LaneMode::GridLanes);
  EXPECT_EQ(familyOf(chosen), "loop");
  EXPECT_EQ(plan.nodes.size(), 4u);
}

TEST(BuildPlan, BroadcastRowKeepsTwoDims) {
  ProgramBuilder b;
  ValueId x = b.param(F32, {5, 7}), y = b.param(F32, {7});
  RegionPlan plan = planOf(b, {b.op(Opcode::Add, {x, b.broadcast(y, {1}, {5, 7})}, {F32, {5, 7}})});
  ASSERT_EQ(plan.dims.size(), 2u);
  EXPECT_EQ(printNode(plan.nodes[1]), "load in1[d1] : f32");
}

TEST(BuildPlan, SoftmaxIsARow) {
  ProgramBuilder b;
  ValueId x = b.param(F32, {30, 40});
  ValueId m = b.reduce(x, -1e30, {1}, Opcode::Maximum);
  ValueId d = b.op(Opcode::Subtract, {x, b.broadcast(m, {0}, {30, 40})}, {F32, {30, 40}});
  ValueId e = b.op(Opcode::Exponential, {d}, {F32, {30, 40}});
  ValueId s = b.reduce(e, 0, {1}, Opcode::Add);
  ChosenPlan chosen =
      chosenOf(b, {b.op(Opcode::Divide, {e, b.broadcast(s, {0}, {30, 40})}, {F32, {30, 40}})});
  const RegionPlan& plan = chosen.plan;
  EXPECT_EQ(familyOf(chosen), "row");
  EXPECT_EQ(chosen.choice.lanes, schedule::LaneMode::RowLanes);
  EXPECT_EQ(plan.reductions.size(), 2u);
  ASSERT_EQ(plan.dims.size(), 4u);
  EXPECT_EQ(plan.dims[0].kind, region::DimKind::Grid);
  EXPECT_EQ(plan.dims[1].kind, region::DimKind::Inner);
}

TEST(BuildPlan, ColumnSumRunsOverGridLanes) {
  ProgramBuilder b;
  ValueId x = b.param(F32, {1000, 64});
  ValueId square = b.op(Opcode::Multiply, {x, x}, {F32, {1000, 64}});
  ChosenPlan chosen = chosenOf(b, {b.reduce(square, 0, {0}, Opcode::Add)});
  EXPECT_EQ(chosen.choice.lanes, schedule::LaneMode::GridLanes);
  EXPECT_EQ(familyOf(chosen), "column");
}

TEST(BuildPlan, RowSumRunsOverRowLanes) {
  ProgramBuilder b;
  ValueId x = b.param(F32, {64, 1000});
  ChosenPlan chosen = chosenOf(b, {b.reduce(x, 0, {1}, Opcode::Add)});
  EXPECT_EQ(chosen.choice.lanes, schedule::LaneMode::RowLanes);
}

// Two sums over the same dim, as for two taps of a window, become one reduction. The reduction must
// come after the operands of both sums. Here the operand of the second sum comes after the first
// sum.
TEST(BuildPlan, MergedSumsFollowTheOperandsOfAll) {
  ProgramBuilder b;
  ValueId x = b.param(F32, {1000, 64});
  std::vector<ValueId> sums;
  for (Opcode opcode : {Opcode::Tanh, Opcode::Exponential})
    sums.push_back(b.reduce(b.op(opcode, {x}, {F32, {1000, 64}}), 0, {0}, Opcode::Add));
  RegionPlan plan = planOf(b, sums);
  EXPECT_EQ(plan.dims.size(), 2u);
  EXPECT_EQ(plan.reductions.size(), 1u);
}

TEST(BuildPlan, SumsThatNeedEachOtherHaveLoopsOfTheirOwn) {
  ProgramBuilder b;
  ValueId x = b.param(F32, {1000, 64});
  ValueId first = b.reduce(x, 0, {0}, Opcode::Add);
  ValueId distance =
      b.op(Opcode::Subtract, {x, b.broadcast(first, {1}, {1000, 64})}, {F32, {1000, 64}});
  RegionPlan plan = planOf(b, {first, b.reduce(distance, 0, {0}, Opcode::Add)});
  EXPECT_EQ(plan.dims.size(), 3u);
  EXPECT_EQ(plan.reductions.size(), 2u);
}

TEST(BuildPlan, ReshapeOfALeafIsLinear) {
  ProgramBuilder b;
  ValueId x = b.param(F32, {4, 3, 5});
  ValueId r = b.op(Opcode::Reshape, {x}, {F32, {6, 10}});
  RegionPlan plan = planOf(b, {b.op(Opcode::Negate, {r}, {F32, {6, 10}})});
  ASSERT_EQ(plan.dims.size(), 1u);
  EXPECT_EQ(plan.nodes[0].expr.str(), "d0");
}

TEST(BuildPlan, PadMasksItsLoad) {
  ProgramBuilder b;
  ValueId x = b.param(F32, {5}), v = b.param(F32, {});
  RegionPlan plan = planOf(b, {b.op(Opcode::Pad, {x, v}, {F32, {9}},
                                    {AttrValue(Ints{2}), AttrValue(Ints{2}), AttrValue(Ints{0})})});
  ASSERT_EQ(plan.nodes.size(), 4u);
  EXPECT_EQ(printNode(plan.nodes[0]), "0 <= d0 + -2 <= 4 : i1");
  EXPECT_EQ(printNode(plan.nodes[1]), "load in0[d0 + -2] if %0 : f32");
}

// sum_j e^-(sum_k (x[i, k] - y[j, k])^2) w[j] for n points in d dims.
ChosenPlan pairwise(int64_t n, int64_t d) {
  ProgramBuilder b;
  ValueId x = b.param(F32, {n, d}), y = b.param(F32, {n, d}), w = b.param(F32, {n});
  Dims cube{n, n, d}, plane{n, n};
  ValueId diff = b.op(Opcode::Subtract,
                      {b.broadcast(x, {0, 2}, cube), b.broadcast(y, {1, 2}, cube)}, {F32, cube});
  ValueId sq = b.reduce(b.op(Opcode::Multiply, {diff, diff}, {F32, cube}), 0, {2}, Opcode::Add);
  ValueId k = b.op(Opcode::Exponential, {b.op(Opcode::Negate, {sq}, {F32, plane})}, {F32, plane});
  ValueId kw = b.op(Opcode::Multiply, {k, b.broadcast(w, {1}, plane)}, {F32, plane});
  return chosenOf(b, {b.reduce(kw, 0, {1}, Opcode::Add)});
}

TEST(BuildPlan, PairwiseNeedsNoTable) {
  RegionPlan plan = pairwise(100, 3).plan;
  EXPECT_EQ(plan.reductions.size(), 2u);
  ASSERT_EQ(plan.dims.size(), 3u);
  EXPECT_EQ(plan.dims[0].kind, region::DimKind::Grid);
  EXPECT_EQ(plan.outputSizes[0], 100);
}

// The lanes run over grid points, because in row lanes the exponential would use one of 16 lanes.
TEST(BuildPlan, PairsOfPointsRunOverGridLanes) {
  for (int64_t d : {3, 10, 24})
    EXPECT_EQ(pairwise(1000, d).choice.lanes, schedule::LaneMode::GridLanes) << d;
}

schedule::LoopForms formsOf(const ChosenPlan& chosen) {
  return schedule::LoopForms(chosen.plan, chosen.choice);
}

TEST(BuildPlan, ReductionsOfFewPointsAreWrittenOut) {
  schedule::LoopForms few = formsOf(pairwise(100, 24)), many = formsOf(pairwise(100, 33));
  EXPECT_TRUE(few.isWrittenOut[0]);
  EXPECT_FALSE(few.isWrittenOut[1]);
  EXPECT_FALSE(many.isWrittenOut[0]);
}

// Long rows are read side by side, but only if they are inside of another reduction.
TEST(BuildPlan, LongRowsOfPairsAreReadSideBySide) {
  ChosenPlan chosen = pairwise(100, 784);
  EXPECT_EQ(chosen.choice.lanes, schedule::LaneMode::GridLanes);
  EXPECT_TRUE(formsOf(chosen).readsRows[0]);
  EXPECT_FALSE(formsOf(chosen).readsRows[1]);
  EXPECT_FALSE(formsOf(pairwise(100, 3)).readsRows[0]);
}

// out[i, j] = sum_k |x[i, k] - y[j, k]| for n and m points.
ChosenPlan tableOfDistances(int64_t n, int64_t m, int64_t d) {
  ProgramBuilder b;
  ValueId x = b.param(F32, {n, d}), y = b.param(F32, {m, d});
  Dims cube{n, m, d};
  ValueId diff = b.op(Opcode::Subtract,
                      {b.broadcast(x, {0, 2}, cube), b.broadcast(y, {1, 2}, cube)}, {F32, cube});
  return chosenOf(b, {b.reduce(b.op(Opcode::Abs, {diff}, {F32, cube}), 0, {2}, Opcode::Add)});
}

// The lanes are rows of y, and an inner loop goes over the rows of x.
TEST(BuildPlan, TablesOfLongRowsAreComputedForSeveralRows) {
  ChosenPlan chosen = tableOfDistances(10, 5000, 100);
  EXPECT_EQ(chosen.choice.lanes, schedule::LaneMode::GridLanes);
  EXPECT_EQ(chosen.plan.dims[1].extent, 10);
  EXPECT_EQ(chosen.plan.dims[1].kind, region::DimKind::Inner);
  EXPECT_TRUE(formsOf(chosen).readsRows[0]);
  EXPECT_EQ(tableOfDistances(1000, 3, 100).choice.lanes, schedule::LaneMode::RowLanes);
}

// The points of 16 columns are transposed once for a block of 5 rows. A prime number of rows has no
// blocks, and a table whose columns have no such points gets none.
TEST(BuildPlan, TablesOfShortRowsAreComputedInBlocks) {
  const ChosenPlan chosen = tableOfDistances(10, 5000, 3);
  EXPECT_EQ(chosen.choice.lanes, schedule::LaneMode::GridLanes);
  EXPECT_TRUE(chosen.choice.shortRows);
  ASSERT_EQ(chosen.plan.dims.size(), 4u);
  EXPECT_EQ(chosen.plan.dims[0].extent, 2);
  EXPECT_EQ(chosen.plan.dims[1].extent, 5000);
  EXPECT_EQ(chosen.plan.dims[2].extent, 5);
  EXPECT_EQ(chosen.plan.dims[2].kind, region::DimKind::Inner);
  EXPECT_EQ(tableOfDistances(7, 5000, 3).plan.dimsOf(region::DimKind::Inner), 0u);
  ProgramBuilder b;
  ValueId x = b.param(F32, {10, 5000}), y = b.param(F32, {5000});
  ValueId sum = b.op(Opcode::Add, {x, b.broadcast(y, {1}, {10, 5000})}, {F32, {10, 5000}});
  EXPECT_EQ(chosenOf(b, {sum}).plan.dimsOf(region::DimKind::Inner), 0u);
}

// The lanes run along the rows, so they are combined once for each of the 3 rows. If the lanes ran
// along the columns, each of the 1000 elements of a row would need a gather, which costs more.
TEST(BuildPlan, FewLongRowsRunOverRowLanes) {
  ProgramBuilder b;
  ValueId x = b.param(F32, {3, 1000});
  ChosenPlan chosen = chosenOf(b, {b.reduce(x, 0, {1}, Opcode::Add)});
  EXPECT_EQ(chosen.choice.lanes, schedule::LaneMode::RowLanes);
}

// In transpose(x) + y, the tiles run along dim 0, along which the elements of x are adjacent.
TEST(BuildPlan, TransposedLoadsFormTiles) {
  ProgramBuilder b;
  ValueId x = b.param(F32, {40, 50, 60}), y = b.param(F32, {60, 40, 50});
  ValueId t = b.op(Opcode::Transpose, {x}, {F32, {60, 40, 50}}, {AttrValue(Ints{2, 0, 1})});
  ChosenPlan chosen = chosenOf(b, {b.op(Opcode::Add, {t, y}, {F32, {60, 40, 50}})});
  const auto& [plan, choice] = chosen;
  EXPECT_EQ(familyOf(chosen), "transpose");
  EXPECT_EQ(choice.tileDim, 0);
  ASSERT_EQ(plan.dims.size(), 2u);
  EXPECT_EQ(plan.dims[0].extent, 60);
  EXPECT_TRUE(isTransposed(plan, choice, plan.nodes[0]));
  EXPECT_FALSE(isTransposed(plan, choice, plan.nodes[1]));
}

// There are no tiles if the permutation keeps rows, or if one of the sides is shorter than a
// vector.
TEST(BuildPlan, OtherPermutationsFormNoTiles) {
  for (Dims dims : {Dims{40, 50}, Dims{40, 3}}) {
    ProgramBuilder b;
    ValueId x = b.param(F32, dims);
    bool turns = dims[1] == 3;
    Ints order = turns ? Ints{1, 0} : Ints{0, 1};
    TensorType type{F32, turns ? Dims{3, 40} : dims};
    ValueId t = b.op(Opcode::Transpose, {x}, type, {AttrValue(order)});
    EXPECT_EQ(chosenOf(b, {b.op(Opcode::Negate, {t}, type)}).choice.tileDim, -1);
  }
}

// Two dims are not merged if the product of their extents overflows. Here the extents are 4 and
// 2^62.
TEST(BuildPlan, DimsWhoseProductOverflowsStayApart) {
  ProgramBuilder b;
  ValueId x = b.param(F32, {30, 2, 3});
  RegionPlan plan = planOf(b, {b.reduce(x, 0, {1, 2}, Opcode::Add)});
  plan.reductions[0].dims = {1, 2};
  plan.dims = {{30, region::DimKind::Grid},
               {4, region::DimKind::Reduction},
               {int64_t(1) << 62, region::DimKind::Reduction}};
  for (region::PlanNode& n : plan.nodes)
    n.expr = region::IndexExpr::dim(0);
  collapseDims(plan);
  ASSERT_EQ(plan.dims.size(), 3u) << print(plan);
  EXPECT_FALSE(schedule::LoopForms(plan, {.lanes = schedule::LaneMode::GridLanes}).isWrittenOut[0]);
}

// Equal programs give equal keys, and programs with different constants give different keys.
TEST(BuildPlan, PrintedPlanIsAKey) {
  auto text = [](double value) {
    ProgramBuilder b;
    ValueId x = b.param(F32, {8});
    ValueId c = b.broadcast(b.scalar(F32, value), {}, {8});
    return print(planOf(b, {b.op(Opcode::Add, {x, c}, {F32, {8}})}));
  };
  EXPECT_EQ(text(1.5), text(1.5));
  EXPECT_NE(text(0.0), text(-0.0));
}

} // namespace
} // namespace lz::fusion
