#include "hlo/eval/Elementwise.h"

#include "hlo/eval/Strided.h"
#include "spec/scalar/Elementwise.h"

namespace lz::eval {
namespace {

// select's predicate and clamp's bounds may be scalars beside larger operands.
Literal expanded(const Literal& operand, const Dims& dims) {
  if (operand.type().dims == dims)
    return operand;
  Literal full(TensorType{operand.type().dtype, dims});
  Dims zeros(dims.size(), 0), strides = rowMajorStrides(dims);
  copyStrided(operand.type().dtype, dims, {operand.data(), 0, zeros},
              {full.mutableData(), 0, strides});
  return full;
}

} // namespace

Status evalElementwiseInto(Opcode opcode, absl::Span<const Literal> operands,
                           absl::Span<const AttrValue> attrs, Literal& result) {
  absl::InlinedVector<Literal, 3> same;
  for (const Literal& operand : operands)
    same.push_back(expanded(operand, result.type().dims));
  return evalElementwise(opcode, same, attrs, result);
}

StatusOr<Literals> evalElementwiseOp(const OpCall& call) {
  Literal result(call.resultType());
  LZ_RETURN_IF_ERROR(evalElementwiseInto(call.opcode, call.operands, call.attrs.all(), result));
  return Literals{std::move(result)};
}

} // namespace lz::eval
