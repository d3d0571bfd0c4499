// Ops that place entire operands into parts of a result.
#include "semantics/eval/OpCall.h"
#include "semantics/eval/Strided.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::eval {
namespace {

// Returns the smallest integer >= a / b for b > 0.
int64_t ceilDiv(int64_t a, int64_t b) {
  return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

void fill(Literal& literal, const Literal& scalar) {
  visitSize(literal.type().dtype, [&](auto zero) {
    using T = decltype(zero);
    std::fill_n(literal.mutableAs<T>(), literal.type().numElements(), *scalar.as<T>());
  });
}

} // namespace

StatusOr<Literals> evalConcatenate(const OpCall& call) {
  size_t dimension = size_t(ConcatenateAttrs(call.attrs).dimension());
  Literal result(call.resultType());
  Dims strides = rowMajorStrides(call.resultType().dims);
  int64_t at = 0;
  for (const Literal& operand : call.operands) {
    const Dims& dims = operand.type().dims;
    Dims operandStrides = rowMajorStrides(dims);
    copyStrided(operand.type().dtype, dims, {operand.data(), 0, operandStrides},
                {result.mutableData(), at * strides[dimension], strides});
    at += dims[dimension];
  }
  return Literals{std::move(result)};
}

// Operand element i moves to position low + i * (interior + 1). A negative `low` or `high` removes
// elements. The elements that remain are the box [first, first + count) in each dimension. For
// example, with low = -1, interior = 1 and 3 elements, the positions are -1, 1 and 3, so first = 1.
StatusOr<Literals> evalPad(const OpCall& call) {
  const Literal& operand = call.operands[0];
  PadAttrs attrs(call.attrs);
  absl::Span<const int64_t> lows = attrs.edgePaddingLow();
  Literal result(call.resultType());
  fill(result, call.operands[1]);

  Dims sourceStrides = rowMajorStrides(operand.type().dims);
  Dims targetStrides = rowMajorStrides(call.resultType().dims);
  Dims box(operand.type().dims);
  int64_t sourceBase = 0, targetBase = 0;
  for (size_t d = 0; d < box.size(); ++d) {
    int64_t step = attrs.interiorPadding()[d] + 1;
    int64_t first = std::max<int64_t>(0, ceilDiv(-lows[d], step));
    int64_t end = std::min(box[d], ceilDiv(call.resultType().dims[d] - lows[d], step));
    box[d] = end - first;
    sourceBase += first * sourceStrides[d];
    targetBase += (lows[d] + first * step) * targetStrides[d];
    targetStrides[d] *= step;
  }
  copyStrided(operand.type().dtype, box, {operand.data(), sourceBase, sourceStrides},
              {result.mutableData(), targetBase, targetStrides});
  return Literals{std::move(result)};
}

} // namespace lz::eval
