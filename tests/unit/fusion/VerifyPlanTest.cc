#include "region/VerifyPlan.h"

#include "ProgramBuilder.h"
#include "fusion/BuildPlan.h"

#include <functional>
#include <gtest/gtest.h>
#include <limits>

namespace lz::fusion {
using region::NodeId;
using region::NodeKind;
using region::RegionPlan;

namespace {

constexpr DType kType = DType::F32;

RegionPlan validPlanOf(ProgramBuilder& b, std::vector<ValueId> results) {
  b.program.body.results = std::move(results);
  StatusOr<schedule::ChosenPlan> chosen = buildPlan(b.program, costTable(MachineClass::Avx2));
  EXPECT_TRUE(chosen.ok()) << chosen.status();
  return chosen.ok() ? chosen->plan : RegionPlan();
}

// region
//   d0: 30 grid
//   d1: 40 reduction
//   %0 = load in0[40*d0 + d1] : f32  over d0 d1
//   %1 = tanh %0 : f32  over d0 d1
//   %2 = constant 0 : f32  over
//   %3 = reduction0.0 : f32  over d0
//   reduction0 of %1 from %2 over d1 { %2 = add %0, %1; return %2 }
//   out0[d0] = %3 : f32x30 over d0
RegionPlan sumOfRows() {
  ProgramBuilder b;
  ValueId x = b.param(kType, {30, 40});
  ValueId t = b.op(Opcode::Tanh, {x}, {kType, {30, 40}});
  return validPlanOf(b, {b.reduce(t, 0, {1}, Opcode::Add)});
}

NodeId find(const RegionPlan& plan, NodeKind kind) {
  for (size_t i = 0; i < plan.nodes.size(); ++i)
    if (plan.nodes[i].kind == kind)
      return NodeId(i);
  ADD_FAILURE() << "no such node in\n" << print(plan);
  return 0;
}

struct Violation {
  const char* name;
  const char* message; // a part of the message: the place and the rule
  std::function<void(RegionPlan&)> breakIt;
};

region::PlanNode& node(RegionPlan& plan, NodeKind kind) {
  return plan.nodes[size_t(find(plan, kind))];
}

const Violation kViolations[] = {
    {"AnOperandIsLater", "order: it uses %",
     [](RegionPlan& p) { node(p, NodeKind::Compute).operands[0] = NodeId(p.nodes.size()) - 1; }},
    {"AMaskIsLater", "order: it uses %",
     [](RegionPlan& p) { node(p, NodeKind::Load).mask = NodeId(p.nodes.size()) - 1; }},
    {"TheOperandOfItsReductionIsLater", "order: it uses %",
     [](RegionPlan& p) { p.reductions[0].operands[0] = NodeId(p.nodes.size()) - 1; }},
    {"AnInputDoesNotExist", "kinds: there is no in7",
     [](RegionPlan& p) { node(p, NodeKind::Load).input = 7; }},
    {"AReductionDoesNotExist", "kinds: there is no reduction1",
     [](RegionPlan& p) { node(p, NodeKind::Reduce).reduction = 1; }},
    {"AComponentDoesNotExist", "kinds: reduction0 has no component 1",
     [](RegionPlan& p) { node(p, NodeKind::Reduce).component = 1; }},
    {"AnInitIsMissing", "kinds: operands, inits and results of the combiner differ in number",
     [](RegionPlan& p) { p.reductions[0].inits.clear(); }},
    {"AnOutputBufferDoesNotExist", "out3: kinds: there is no such buffer",
     [](RegionPlan& p) { p.outputs[0].buffer = 3; }},
    {"AnOutputsValueDoesNotExist", "out0: kinds: there is no %99",
     [](RegionPlan& p) { p.outputs[0].value = 99; }},
    {"AnOpHasTooManyOperands", "kinds: tanh has 2 operands",
     [](RegionPlan& p) { node(p, NodeKind::Compute).operands.push_back(0); }},
    {"AnOpIsNotElementwise", "kinds: reshape is not elementwise",
     [](RegionPlan& p) { node(p, NodeKind::Compute).opcode = Opcode::Reshape; }},
    {"ALoadIsOfAnotherType", "types: it loads f32 from a buffer of i32",
     [](RegionPlan& p) { p.inputs[0] = DType::S32; }},
    {"AnOpDoesNotTakeTheType", "types: not of f32",
     [](RegionPlan& p) { node(p, NodeKind::Compute).opcode = Opcode::Not; }},
    {"AnOpGivesAnotherType", "types: is_finite gives i1, not f32",
     [](RegionPlan& p) { node(p, NodeKind::Compute).opcode = Opcode::IsFinite; }},
    {"AConstantIsOfAnotherType", "types: its literal is not a scalar of f32",
     [](RegionPlan& p) {
       node(p, NodeKind::Constant).literal = Literal::splat({DType::F64, {}}, 0);
     }},
    {"AnOutputIsOfAnotherType",
     "out0: types: ", [](RegionPlan& p) { p.outputTypes[0] = DType::BF16; }},
    {"ACombinerMakesAnotherType", "reduction0 %2: types: and gives i1, not f32",
     [](RegionPlan& p) {
       region::PlanBody& body = p.reductions[0].body;
       body.nodes[0].dtype = body.nodes[1].dtype = DType::Pred;
       body.nodes[2].opcode = Opcode::And;
       node(p, NodeKind::Constant).dtype = DType::Pred;
       node(p, NodeKind::Constant).literal = Literal::splat({DType::Pred, {}}, 0);
       node(p, NodeKind::Reduce).dtype = DType::Pred;
       node(p, NodeKind::Compute).opcode = Opcode::IsFinite;
       node(p, NodeKind::Compute).dtype = DType::Pred;
     }},
    {"AnInitIsOfAnotherType", "types: it is f32 and begins as f64",
     [](RegionPlan& p) {
       node(p, NodeKind::Constant).dtype = DType::F64;
       node(p, NodeKind::Constant).literal = Literal::splat({DType::F64, {}}, 0);
     }},
    {"AGridDimIsLate", "d1: dims: a grid dim comes after a dim of another kind",
     [](RegionPlan& p) { std::swap(p.dims[0], p.dims[1]); }},
    {"AnExtentIsNegative", "d0: dims: its extent is -1",
     [](RegionPlan& p) { p.dims[0].extent = -1; }},
    {"AnAddressNamesNoDim", "dims: there is no d5",
     [](RegionPlan& p) { node(p, NodeKind::Load).expr = region::IndexExpr::dim(5); }},
    {"ADimHasNoLoop", "d2: dims: no output or reduction runs over it",
     [](RegionPlan& p) { p.dims.push_back({4, region::DimKind::Inner}); }},
    {"ADimIsListedTwice", "reduction0: dims: d1 is listed twice",
     [](RegionPlan& p) { p.reductions[0].dims = {1, 1}; }},
    {"AValueIsUsedOutsideItsLoop", "out0: scopes: %",
     [](RegionPlan& p) { p.outputs[0].value = find(p, NodeKind::Compute); }},
    {"AnOutputRunsOverAReduction", "out0: scopes: d1 is a reduction dim",
     [](RegionPlan& p) { p.outputs[0].dims = {0, 1}; }},
    {"APlaceDependsOnAnotherLoop", "out0: scopes: its place depends on d1",
     [](RegionPlan& p) { p.outputs[0].expr = region::IndexExpr::dim(1); }},
    {"ALoadIsOutOfBounds", "bounds: at [29,39] it is at 1200 of 1200 elements",
     [](RegionPlan& p) {
       region::PlanNode& load = node(p, NodeKind::Load);
       load.expr = load.expr + region::IndexExpr(1);
     }},
    {"AStoreIsOutOfBounds", "out0: bounds: at [29,0] it is at 58 of 30 elements",
     [](RegionPlan& p) { p.outputs[0].expr = region::IndexExpr::dim(0) * 2; }},
    {"AnIndexReachesTooFar", "bounds: at [29,39] it is at 1199 to 1219 of 1200 elements",
     [](RegionPlan& p) {
       p.nodes.insert(p.nodes.begin(), region::PlanNode{NodeKind::Index, DType::S32});
       for (region::PlanNode& n : p.nodes)
         for (NodeId& operand : n.operands)
           ++operand;
       for (NodeId* id :
            {&p.reductions[0].operands[0], &p.reductions[0].inits[0], &p.outputs[0].value})
         ++*id;
       node(p, NodeKind::Load).dynamic = {{0, 20, 1}};
     }},
    {"AnIndexIsNeitherClampedNorMasked", "bounds: %0 is neither clamped nor masked",
     [](RegionPlan& p) {
       p.nodes.insert(p.nodes.begin(), region::PlanNode{NodeKind::Index, DType::S32});
       for (region::PlanNode& n : p.nodes)
         for (NodeId& operand : n.operands)
           ++operand;
       for (NodeId* id :
            {&p.reductions[0].operands[0], &p.reductions[0].inits[0], &p.outputs[0].value})
         ++*id;
       node(p, NodeKind::Load).dynamic = {{0, std::numeric_limits<int64_t>::max(), 1}};
     }},
    {"AnInitDependsOnTheReducedDim", "reduction0: reductions: the init %",
     [](RegionPlan& p) { p.reductions[0].inits[0] = find(p, NodeKind::Compute); }},
    {"ADimIsNotForReductions", "reduction0: reductions: d1 is not a reduction dim",
     [](RegionPlan& p) { p.dims[1].kind = region::DimKind::Inner; }},
    {"ACombinerReadsMemory", "reduction0 %2: bodies: a combiner can only compute values",
     [](RegionPlan& p) { p.reductions[0].body.nodes[2].kind = NodeKind::Load; }},
    {"ACombinerTakesAThirdArgument", "reduction0 %1: bodies: there is no argument 2",
     [](RegionPlan& p) { p.reductions[0].body.nodes[1].component = 2; }},
    {"AnElementIsNotWritten", "out0: coverage: 30 points are written to 31 elements",
     [](RegionPlan& p) { p.outputSizes[0] = 31; }},
    {"PointsOfTheGridMeet", "combiner: order: points of grid dim d0 have the same place",
     [](RegionPlan& p) {
       p.combiner = p.reductions[0].body;
       p.outputs[0].expr = region::IndexExpr(0);
     }},
    {"NothingIsCombinedInOrder", "plan: order: it has ordered dims and no combiner",
     [](RegionPlan& p) { p.dims[0].kind = region::DimKind::Ordered; }},
};

TEST(VerifyPlan, WhatIsBuiltIsValid) {
  RegionPlan plan = sumOfRows();
  EXPECT_TRUE(verify(plan).ok()) << verify(plan) << print(plan);
}

class BrokenPlan : public ::testing::TestWithParam<Violation> {};

TEST_P(BrokenPlan, IsRefusedByItsRule) {
  RegionPlan plan = sumOfRows();
  GetParam().breakIt(plan);
  Status status = verify(plan);
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_NE(status.message().find(GetParam().message), std::string::npos) << status;
}

INSTANTIATE_TEST_SUITE_P(VerifyPlan, BrokenPlan, ::testing::ValuesIn(kViolations),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
} // namespace lz::fusion
