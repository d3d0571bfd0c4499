// The rules of ops that only move elements. Cotangents are moved back. If an element was copied,
// the cotangents of its copies are added.
#include "autodiff/Rule.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <numeric>

namespace lz::autodiff {

static Ints allDims(const TensorType& type) {
  Ints dims(type.dims.size());
  std::iota(dims.begin(), dims.end(), 0);
  return dims;
}

// Example: a broadcast of tensor<3x1x5> to tensor<4x5x3> with dimensions [2, 0, 1]. The cotangent
// is summed over dimension 0, which gives 5x3. The sum is transposed to 3x5, and then reshaped to
// 3x1x5.
Status vjpBroadcastInDim(const RuleCall& call) {
  Builder& b = call.b;
  TensorType from = call.operandType(0), to = b.type(call.op.results[0]);
  absl::Span<const int64_t> dimensions = BroadcastInDimAttrs(call.attrs()).broadcastDimensions();
  Ints kept; // dimensions of the result, in the order of the operand's
  for (size_t i = 0; i < dimensions.size(); ++i)
    if (from.dims[i] == to.dims[size_t(dimensions[i])])
      kept.push_back(dimensions[i]);
  Ints copied, sorted = kept;
  for (int64_t d = 0; d < to.rank(); ++d)
    if (std::find(kept.begin(), kept.end(), d) == kept.end())
      copied.push_back(d);
  std::sort(sorted.begin(), sorted.end());
  ValueId sum = b.sum(call.g[0], std::move(copied));
  if (kept != sorted) {
    Ints permutation;
    for (int64_t d : kept)
      permutation.push_back(std::lower_bound(sorted.begin(), sorted.end(), d) - sorted.begin());
    sum = b.transpose(sum, std::move(permutation));
  }
  call.give(0, b.reshape(sum, from.dims));
  return okStatus();
}

Status vjpReshape(const RuleCall& call) {
  call.give(0, call.b.reshape(call.g[0], call.operandType(0).dims));
  return okStatus();
}

Status vjpTranspose(const RuleCall& call) {
  absl::Span<const int64_t> permutation = TransposeAttrs(call.attrs()).permutation();
  Ints inverse(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i)
    inverse[size_t(permutation[i])] = int64_t(i);
  call.give(0, call.b.transpose(call.g[0], std::move(inverse)));
  return okStatus();
}

// Pads the cotangent with zeros at the elements that were not read. Example: [1:8:3] of 10 elements
// reads elements 1, 4 and 7, so the padding is low 1, interior 2, high 2.
Status vjpSlice(const RuleCall& call) {
  Builder& b = call.b;
  Dims size = call.operandType(0).dims, taken = b.type(call.g[0]).dims;
  SliceAttrs attrs(call.attrs());
  absl::Span<const int64_t> starts = attrs.startIndices();
  OptionalInts strides = attrs.strides();
  Ints low(starts.begin(), starts.end()), high, interior;
  bool hasSteps = false;
  for (size_t d = 0; d < size.size(); ++d) {
    hasSteps |= strides[d] != 1;
    int64_t span = taken[d] == 0 ? 0 : (taken[d] - 1) * strides[d] + 1;
    interior.push_back(strides[d] - 1);
    high.push_back(size[d] - low[d] - span);
  }
  if (!hasSteps) {
    call.to.addPiece(call.operand(0), {call.g[0], std::move(low)});
    return okStatus();
  }
  ValueId zero = b.zeros({b.type(call.g[0]).dtype, {}});
  call.give(0, b.pad(call.g[0], zero, std::move(low), std::move(high), std::move(interior)));
  return okStatus();
}

Status vjpReverse(const RuleCall& call) {
  absl::Span<const int64_t> dimensions = ReverseAttrs(call.attrs()).dimensions();
  call.give(0,
            call.b.op(Opcode::Reverse, {call.g[0]}, {Ints(dimensions.begin(), dimensions.end())}));
  return okStatus();
}

namespace {

struct Padding {
  Ints low, high, interior;
};

Padding paddingOf(const RuleCall& call) {
  PadAttrs attrs(call.attrs());
  auto low = attrs.edgePaddingLow(), high = attrs.edgePaddingHigh();
  return {{low.begin(), low.end()},
          {high.begin(), high.end()},
          attrs.interiorPadding().first(low.size())};
}

// Returns for each element of the operand the element of g at the place to which pad has moved the
// operand's element. Returns zero for elements that negative padding has removed.
ValueId padOperand(const RuleCall& call, const Padding& p) {
  Builder& b = call.b;
  ValueId g = call.g[0];
  Dims size = call.operandType(0).dims;
  Ints low, high, none(size.size(), 0), limits, strides;
  for (size_t d = 0; d < size.size(); ++d) {
    low.push_back(-p.low[d]);
    high.push_back(-p.high[d]);
    strides.push_back(p.interior[d] + 1);
    limits.push_back(size[d] == 0 ? 0 : (size[d] - 1) * strides[d] + 1);
  }
  ValueId uncut = b.pad(g, b.zeros({b.type(g).dtype, {}}), std::move(low), std::move(high), none);
  return b.slice(uncut, none, std::move(limits), std::move(strides));
}

// Sums g over the places that hold the padding value.
ValueId padValue(const RuleCall& call, const Padding& p) {
  Builder& b = call.b;
  ValueId no = b.zeros({DType::Pred, call.operandType(0).dims});
  ValueId yes = b.splat(1, {DType::Pred, {}});
  ValueId isPadding = b.pad(no, yes, p.low, p.high, p.interior);
  TensorType type = b.type(call.g[0]);
  return b.sum(b.select(isPadding, call.g[0], b.zeros(type)), allDims(type));
}

} // namespace

Status vjpPad(const RuleCall& call) {
  Padding padding = paddingOf(call);
  if (call.wants(0))
    call.give(0, padOperand(call, padding));
  if (call.wants(1))
    call.give(1, padValue(call, padding));
  return okStatus();
}

Status vjpConcatenate(const RuleCall& call) {
  size_t dimension = size_t(ConcatenateAttrs(call.attrs()).dimension());
  Dims shape = call.b.type(call.g[0]).dims;
  Ints starts(shape.size(), 0), limits(shape.begin(), shape.end()), strides(shape.size(), 1);
  for (size_t i = 0; i < call.op.operands.size(); ++i) {
    limits[dimension] = starts[dimension] + call.operandType(i).dims[dimension];
    if (call.wants(i))
      call.give(i, call.b.slice(call.g[0], starts, limits, strides));
    starts[dimension] = limits[dimension];
  }
  return okStatus();
}

Status vjpForward(const RuleCall& call) {
  for (size_t i = 0; i < call.g.size(); ++i)
    call.give(i, call.g[i]);
  return okStatus();
}

} // namespace lz::autodiff
