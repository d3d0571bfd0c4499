// Ops that only map indices: result[i] = operand[affine(i)].
#include "semantics/eval/OpCall.h"
#include "semantics/eval/Strided.h"
#include "spec/OpAttrs.inc.h"

namespace lz::eval {
namespace {

// Returns a result with result[i] = operand[base + i . strides], where . is the scalar product.
Literals viewOf(const OpCall& call, int64_t base, absl::Span<const int64_t> strides) {
  const Literal& operand = call.operands[0];
  Literal result(call.resultType());
  const Dims& dims = call.resultType().dims;
  Dims resultStrides = rowMajorStrides(dims);
  copyStrided(operand.type().dtype, dims, {operand.data(), base, strides},
              {result.mutableData(), 0, resultStrides});
  return {std::move(result)};
}

} // namespace

StatusOr<Literals> evalBroadcastInDim(const OpCall& call) {
  const Dims& dims = call.operandType(0).dims;
  Dims operandStrides = rowMajorStrides(dims);
  Dims strides(call.resultType().dims.size(), 0);
  absl::Span<const int64_t> targets = BroadcastInDimAttrs(call.attrs).broadcastDimensions();
  for (size_t d = 0; d < dims.size(); ++d)
    if (dims[d] != 1) // a dimension of size 1 is repeated
      strides[size_t(targets[d])] = operandStrides[d];
  return viewOf(call, 0, strides);
}

StatusOr<Literals> evalReshape(const OpCall& call) {
  return Literals{Literal::copyOf(call.resultType(), call.operands[0].data())};
}

StatusOr<Literals> evalTranspose(const OpCall& call) {
  Dims operandStrides = rowMajorStrides(call.operandType(0).dims);
  absl::Span<const int64_t> permutation = TransposeAttrs(call.attrs).permutation();
  Dims strides(permutation.size());
  for (size_t d = 0; d < permutation.size(); ++d)
    strides[d] = operandStrides[size_t(permutation[d])];
  return viewOf(call, 0, strides);
}

StatusOr<Literals> evalSlice(const OpCall& call) {
  Dims strides = rowMajorStrides(call.operandType(0).dims);
  SliceAttrs attrs(call.attrs);
  int64_t base = 0;
  for (size_t d = 0; d < strides.size(); ++d) {
    base += attrs.startIndices()[d] * strides[d];
    strides[d] *= attrs.strides()[d];
  }
  return viewOf(call, base, strides);
}

StatusOr<Literals> evalReverse(const OpCall& call) {
  const Dims& dims = call.operandType(0).dims;
  Dims strides = rowMajorStrides(dims);
  int64_t base = 0;
  for (int64_t d : ReverseAttrs(call.attrs).dimensions()) {
    base += (dims[size_t(d)] - 1) * strides[size_t(d)];
    strides[size_t(d)] *= -1;
  }
  return viewOf(call, base, strides);
}

} // namespace lz::eval
