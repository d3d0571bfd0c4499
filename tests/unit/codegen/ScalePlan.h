// A small kernel to compile.
#pragma once

#include "CompilePlans.h"

namespace lz::codegen {

// out[d0] = op(x[d0]) * factor
inline ChosenPlan scalePlan(float factor, Opcode opcode = Opcode::Negate) {
  RegionPlan plan;
  plan.dims = {{100, DimKind::Grid}};
  plan.inputs = plan.outputTypes = {DType::F32};
  plan.inputSizes = plan.outputSizes = {100};
  auto add = [&](NodeKind kind) -> PlanNode& {
    plan.nodes.emplace_back();
    plan.nodes.back().kind = kind;
    plan.nodes.back().dtype = DType::F32;
    return plan.nodes.back();
  };
  PlanNode& load = add(NodeKind::Load);
  load.input = 0;
  load.expr = IndexExpr::dim(0);
  PlanNode& op = add(NodeKind::Compute);
  op.opcode = opcode;
  op.operands = {0};
  add(NodeKind::Constant).literal = Literal::splat({DType::F32, {}}, factor);
  PlanNode& product = add(NodeKind::Compute);
  product.opcode = Opcode::Multiply;
  product.operands = {1, 2};
  PlanOutput output;
  output.value = 3;
  output.expr = IndexExpr::dim(0);
  output.dims = {0};
  output.buffer = 0;
  plan.outputs = {output};
  return {plan, {.lanes = LaneMode::GridLanes}};
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
