#include "fusion/RowPlan.h"

#include "ProgramBuilder.h"
#include "fusion/BuildPlan.h"
#include "region/VerifyPlan.h"

#include <gtest/gtest.h>

namespace lz::fusion {
using schedule::ChosenPlan;

namespace {

constexpr DType kRowType = DType::F32;

ChosenPlan rowPlanOf(ProgramBuilder& b, std::vector<ValueId> results, int64_t rows) {
  b.program.body.results = std::move(results);
  StatusOr<ChosenPlan> chosen = buildPlan(b.program, costTable(MachineClass::Avx2), rows);
  EXPECT_TRUE(chosen.ok()) << chosen.status();
  if (chosen.ok())
    EXPECT_TRUE(verify(chosen->plan).ok()) << verify(chosen->plan) << print(chosen->plan);
  return chosen.ok() ? *chosen : ChosenPlan();
}

TEST(RowPlan, RowsOfAnElementwisePlanStayApart) {
  ProgramBuilder b;
  ValueId x = b.param(kRowType, {4, 50, 30}), y = b.param(kRowType, {4, 50, 30});
  ChosenPlan plan = rowPlanOf(b, {b.op(Opcode::Add, {x, y}, {kRowType, {4, 50, 30}})}, 200);
  EXPECT_EQ(plan.plan.extents(), (std::vector<int64_t>{200, 30}));
  ASSERT_EQ(numRowDims(plan, 200), 1);
  EXPECT_TRUE(readsByRows(plan.plan, 1, 0) && readsByRows(plan.plan, 1, 1) &&
              writesByRows(plan.plan, 1, 0));
  EXPECT_EQ(numRowDims(plan, 4), -1);
  EXPECT_EQ(numRowDims(plan, 1), -1);
}

TEST(RowPlan, SoftmaxReadsItsRow) {
  ProgramBuilder b;
  ValueId x = b.param(kRowType, {30, 40});
  ValueId m = b.reduce(x, -1e30, {1}, Opcode::Maximum);
  ValueId d = b.op(Opcode::Subtract, {x, b.broadcast(m, {0}, {30, 40})}, {kRowType, {30, 40}});
  ChosenPlan plan = rowPlanOf(b, {d, m}, 30);
  ASSERT_EQ(numRowDims(plan, 30), 1);
  EXPECT_TRUE(readsByRows(plan.plan, 1, 0));
  EXPECT_TRUE(writesByRows(plan.plan, 1, 0) && writesByRows(plan.plan, 1, 1));
}

TEST(RowPlan, ABroadcastRowIsNotReadByRows) {
  ProgramBuilder b;
  ValueId x = b.param(kRowType, {30, 40}), y = b.param(kRowType, {40});
  ChosenPlan plan = rowPlanOf(
      b, {b.op(Opcode::Add, {x, b.broadcast(y, {1}, {30, 40})}, {kRowType, {30, 40}})}, 30);
  ASSERT_EQ(numRowDims(plan, 30), 1);
  EXPECT_TRUE(readsByRows(plan.plan, 1, 0));
  EXPECT_FALSE(readsByRows(plan.plan, 1, 1));
}

// In these plans the lanes run over the rows, or a point needs several rows.
TEST(RowPlan, ColumnSumsAndTransposesAreNotByRows) {
  ProgramBuilder b;
  ValueId x = b.param(kRowType, {300, 40});
  ChosenPlan sum = rowPlanOf(b, {b.reduce(x, 0, {0}, Opcode::Add)}, 300);
  EXPECT_EQ(numRowDims(sum, 300), -1);

  ProgramBuilder c;
  ValueId y = c.param(kRowType, {40, 300});
  ValueId t = c.op(Opcode::Transpose, {y}, {kRowType, {300, 40}}, {AttrValue(Ints{1, 0})});
  ChosenPlan turned = rowPlanOf(c, {c.op(Opcode::Negate, {t}, {kRowType, {300, 40}})}, 300);
  int32_t dims = numRowDims(turned, 300);
  EXPECT_TRUE(dims < 0 || !readsByRows(turned.plan, dims, 0));
}

// The changed plan reads an address outside of its own row.
TEST(RowPlan, ANeighboursRowIsFound) {
  ProgramBuilder b;
  ValueId x = b.param(kRowType, {30, 40});
  ChosenPlan plan = rowPlanOf(b, {b.op(Opcode::Negate, {x}, {kRowType, {30, 40}})}, 30);
  for (region::PlanNode& node : plan.plan.nodes)
    if (node.kind == region::NodeKind::Load)
      node.expr = node.expr + region::IndexExpr(1);
  EXPECT_FALSE(readsByRows(plan.plan, 1, 0));
}

} // namespace
} // namespace lz::fusion
