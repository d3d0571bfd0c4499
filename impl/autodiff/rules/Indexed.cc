// The rules of ops that read at computed indices. The gradients write at these indices.
#include "autodiff/rules/Indexing.h"
#include "spec/OpAttrs.inc.h"

namespace lz::autodiff {

static ValueId updateSlice(Builder& b, ValueId operand, ValueId update,
                           absl::Span<const ValueId> starts) {
  ValueIds operands{operand, update};
  operands.insert(operands.end(), starts.begin(), starts.end());
  return b.op(Opcode::DynamicUpdateSlice, operands);
}

Status vjpDynamicSlice(const RuleCall& call) {
  auto starts = absl::MakeConstSpan(call.op.operands).subspan(1);
  if (call.wants(0))
    call.give(0, updateSlice(call.b, call.b.zeros(call.operandType(0)), call.g[0], starts));
  return okStatus();
}

Status vjpDynamicUpdateSlice(const RuleCall& call) {
  Builder& b = call.b;
  auto starts = absl::MakeConstSpan(call.op.operands).subspan(2);
  TensorType update = call.operandType(1);
  if (call.wants(0))
    call.give(0, updateSlice(b, call.g[0], b.zeros(update), starts));
  if (call.wants(1)) {
    ValueIds operands{call.g[0]};
    operands.insert(operands.end(), starts.begin(), starts.end());
    call.give(1,
              b.op(Opcode::DynamicSlice, operands, {Ints(update.dims.begin(), update.dims.end())}));
  }
  return okStatus();
}

Status vjpGather(const RuleCall& call) {
  if (!call.wants(0))
    return okStatus();
  Builder& b = call.b;
  GatherAttrs attrs(call.attrs());
  auto ints = [](absl::Span<const int64_t> list) { return Ints(list.begin(), list.end()); };
  IndexDims dims{ints(attrs.offsetDims()),          ints(attrs.collapsedSliceDims()),
                 ints(attrs.operandBatchingDims()), ints(attrs.startIndicesBatchingDims()),
                 ints(attrs.startIndexMap()),       attrs.indexVectorDim()};
  TensorType operand = call.operandType(0);
  ValueId indices = clampIndices(b, call.operand(1), dims, operand.dims, attrs.sliceSizes());
  call.give(0, scatter(b, b.zeros(operand), indices, call.g[0], dims, Opcode::Add));
  return okStatus();
}

} // namespace lz::autodiff
