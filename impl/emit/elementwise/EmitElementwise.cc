#include "emit/elementwise/EmitElementwise.h"

#include "emit/math/Math.h"
#include "schedule/Choose.h"

#include <algorithm>

namespace lz::emit {

namespace {
#include "spec/EmitElementwise.inc" // emitElementwise(b, opcode, attrs, from, to, operands)
} // namespace

using mlir::Value;

// Returns whether the result is rounded to its format right after the op. Usually a 16-bit float
// keeps the precision of f32 until it is stored or converted to another type. At numerics level
// strict it is rounded after each op.
static bool roundsResult(LaneBuilder& b, DType dtype, absl::Span<const DType> operandTypes) {
  return b.target().strict ||
         std::find(operandTypes.begin(), operandTypes.end(), dtype) == operandTypes.end();
}

StatusOr<Value> emitCompute(LaneBuilder& b, const region::PlanNode& node,
                            absl::Span<const DType> operandTypes,
                            absl::Span<const Value> operands) {
  DType from = operandTypes.empty() ? node.dtype : operandTypes[0];
  llvm::SmallVector<Value> values(operands.begin(), operands.end());
  for (size_t i = 0; i < values.size(); ++i)
    if (!b.target().strict && operandTypes[i] != node.dtype)
      values[i] = b.roundTo(operandTypes[i], values[i]);
  b.setCoarse(node.dtype == DType::BF16);
  Value result = emitElementwise(b, node.opcode, node.attrs, from, node.dtype, values);
  b.setCoarse(false);
  if (!result)
    return unimplemented("[", std::string(opInfo(node.opcode).name), "] has no vector code for ",
                         std::string(dtypeName(from)), " -> ", std::string(dtypeName(node.dtype)));
  return roundsResult(b, node.dtype, operandTypes) ? b.roundTo(node.dtype, result) : result;
}

StatusOr<std::vector<Value>> emitBody(LaneBuilder& b, const region::PlanBody& body,
                                      absl::Span<const Value> args) {
  int lanes = LaneBuilder::lanesOf(args[0]);
  std::vector<Value> values;
  for (const region::PlanNode& node : body.nodes) {
    if (node.kind == region::NodeKind::Arg) {
      values.push_back(args[size_t(node.component)]);
      continue;
    }
    if (node.kind == region::NodeKind::Constant) {
      values.push_back(b.splat(b.constant(node.literal), lanes));
      continue;
    }
    std::vector<DType> types;
    std::vector<Value> operands;
    for (region::NodeId operand : node.operands) {
      types.push_back(body.nodes[size_t(operand)].dtype);
      operands.push_back(values[size_t(operand)]);
    }
    LZ_ASSIGN_OR_RETURN(Value value, emitCompute(b, node, types, operands));
    values.push_back(value);
  }
  std::vector<Value> results;
  for (region::NodeId result : body.results)
    results.push_back(values[size_t(result)]);
  return results;
}

} // namespace lz::emit
