// A small plan to compile.
#pragma once

#include "CompilePlans.h"

namespace lz::codegen {

// out[d0] = op(x[d0]) * factor
inline schedule::ChosenPlan scalePlan(float factor, Opcode opcode = Opcode::Negate) {
  region::RegionPlan plan;
  plan.dims = {{100, region::DimKind::Grid}};
  plan.inputs = plan.outputTypes = {DType::F32};
  plan.inputSizes = plan.outputSizes = {100};
  auto add = [&](region::NodeKind kind) -> region::PlanNode& {
    plan.nodes.emplace_back();
    plan.nodes.back().kind = kind;
    plan.nodes.back().dtype = DType::F32;
    return plan.nodes.back();
  };
  region::PlanNode& load = add(region::NodeKind::Load);
  load.input = 0;
  load.expr = region::IndexExpr::dim(0);
  region::PlanNode& op = add(region::NodeKind::Compute);
  op.opcode = opcode;
  op.operands = {0};
  add(region::NodeKind::Constant).literal = Literal::splat({DType::F32, {}}, factor);
  region::PlanNode& product = add(region::NodeKind::Compute);
  product.opcode = Opcode::Multiply;
  product.operands = {1, 2};
  region::PlanOutput output;
  output.value = 3;
  output.expr = region::IndexExpr::dim(0);
  output.dims = {0};
  output.buffer = 0;
  plan.outputs = {output};
  return {plan, {.lanes = schedule::LaneMode::GridLanes}};
}

inline std::vector<float> run(const CallableKernel& kernel, std::vector<float> x) {
  std::vector<float> y(100);
  void* buffers[] = {x.data(), y.data()};
  kernel.fn(buffers, 0, kernel.units);
  return y;
}

inline float runOnOnes(const CallableKernel& kernel) {
  return run(kernel, std::vector<float>(100, 1.0f))[99];
}

} // namespace lz::codegen
