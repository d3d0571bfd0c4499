#include "semantics/eval/Elementwise.h"

#include "semantics/eval/Strided.h"
#include "spec/scalar/ElementwiseLoops.h"

namespace lz::eval {
namespace {

// Repeats a scalar operand if the other operands are larger. The predicate of select and the bounds
// of clamp can be such scalars.
Literal repeated(const Literal& scalar, const Dims& dims) {
  Literal full(TensorType{scalar.type().dtype, dims});
  Dims zeros(dims.size(), 0), strides = rowMajorStrides(dims);
  copyStrided(scalar.type().dtype, dims, {scalar.data(), 0, zeros},
              {full.mutableData(), 0, strides});
  return full;
}

} // namespace

Status evalElementwiseInto(Opcode opcode, absl::Span<const Literal> operands,
                           absl::Span<const AttrValue> attrs, Literal& result) {
  const Dims& dims = result.type().dims;
  absl::InlinedVector<Literal, 3> same;
  for (const Literal& operand : operands) {
    bool repeat = operands.size() > 1 && operand.type().rank() == 0 && !dims.empty();
    same.push_back(repeat ? repeated(operand, dims) : operand);
  }
  return evalElementwise(opcode, same, attrs, result);
}

StatusOr<Literals> evalElementwiseOp(const OpCall& call) {
  Literal result(call.resultType());
  LZ_RETURN_IF_ERROR(evalElementwiseInto(call.opcode, call.operands, call.attrs, result));
  return Literals{std::move(result)};
}

StatusOr<Literals> promote(absl::Span<const Literal> values, absl::Span<const TensorType> types) {
  Literals promoted(values.begin(), values.end());
  for (size_t i = 0; i < promoted.size(); ++i) {
    DType dtype = types[i % types.size()].dtype;
    if (values[i].type().dtype == dtype)
      continue;
    promoted[i] = Literal(TensorType{dtype, values[i].type().dims});
    LZ_RETURN_IF_ERROR(evalElementwiseInto(Opcode::Convert, {values[i]}, {}, promoted[i]));
  }
  return promoted;
}

} // namespace lz::eval
