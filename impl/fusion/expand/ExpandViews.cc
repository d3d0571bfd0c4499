// Expands views to index arithmetic. Each element of the result is an element of an operand, at
// other indices.
#include "absl/algorithm/container.h"
#include "base/HashMap.h"
#include "fusion/expand/PlanExpander.h"
#include "spec/OpAttrs.inc.h"

namespace lz::fusion {
using region::IndexExpr;
using region::NodeId;

namespace {

using ViewRule = StatusOr<NodeId> (*)(PlanExpander&, const Op&, const Indices&, NodeId mask);

StatusOr<NodeId> broadcastInDim(PlanExpander& e, const Op& op, const Indices& at, NodeId mask) {
  const Dims& operandDims = e.type(op.operands[0]).dims;
  absl::Span<const int64_t> map = BroadcastInDimAttrs(op.attrs).broadcastDimensions();
  Indices source;
  for (size_t d = 0; d < operandDims.size(); ++d)
    source.push_back(operandDims[d] == 1 ? IndexExpr(0) : at[size_t(map[d])]);
  return e.expand(op.operands[0], source, mask);
}

// `position` is the row-major position of an element in a group of operand dims. Appends the
// indices of the element in these dims to `source`.
void splitPosition(PlanExpander& e, const IndexExpr& position, absl::Span<const int64_t> dims,
                   Indices& source) {
  Dims strides = rowMajorStrides(Dims(dims.begin(), dims.end()));
  for (size_t d = 0; d < dims.size(); ++d) {
    IndexExpr quotient = position.floorDiv(strides[d], e.extents());
    source.push_back(d == 0 ? quotient : quotient.mod(dims[d], e.extents()));
  }
}

IndexExpr rowMajor(PlanExpander& e, absl::Span<const IndexExpr> at,
                   absl::Span<const int64_t> dims) {
  Dims strides = rowMajorStrides(Dims(dims.begin(), dims.end()));
  IndexExpr position;
  for (size_t d = 0; d < at.size(); ++d)
    position = position + at[d] * strides[d];
  return position.recombined(e.extents());
}

// Returns whether the indices are inside of the dims at all points, even at those that do not need
// the element. Returns true for an empty shape, because no point needs an element.
bool areInside(PlanExpander& e, const Indices& at, const Dims& dims) {
  if (absl::c_linear_search(dims, 0))
    return true;
  for (size_t d = 0; d < at.size(); ++d) {
    IndexExpr::Range range = at[d].range(e.extents());
    if (range.lo < 0 || range.hi >= dims[d])
      return false;
  }
  return true;
}

// Expands a reshape by the row-major position: element (d0, d1) of [2,3] is element 3*d0 + d1 of
// the operand [6].
//
// If a window or padding uses the reshape, an index may be outside of its dim where the mask is
// false. A single position for all dims would then be in another row. So the dims are divided into
// groups, which are as small as possible. A group has the same number of elements in the operand
// and in the result, and its own position: element (d0, d1, d2 - 1) of [5,2,3] is element (d0, 3*d1
// + d2 - 1) of [5,6].
StatusOr<NodeId> reshape(PlanExpander& e, const Op& op, const Indices& at, NodeId mask) {
  const Dims& to = e.type(op.results[0]).dims;
  const Dims& from = e.type(op.operands[0]).dims;
  if (e.producer(op.operands[0]).op == nullptr)
    return e.loadAt(op.operands[0], rowMajor(e, at, to), {}, mask);
  Indices source;
  if (areInside(e, at, to)) {
    splitPosition(e, rowMajor(e, at, to), from, source);
    return e.expand(op.operands[0], source, mask);
  }
  size_t t = 0, f = 0;
  while (t < to.size() || f < from.size()) {
    size_t firstTo = t, firstFrom = f;
    int64_t countTo = t < to.size() ? to[t++] : 1, countFrom = f < from.size() ? from[f++] : 1;
    while (countTo != countFrom)
      (countTo < countFrom ? countTo : countFrom) *= countTo < countFrom ? to[t++] : from[f++];
    splitPosition(e,
                  rowMajor(e, absl::MakeSpan(at).subspan(firstTo, t - firstTo),
                           absl::MakeSpan(to).subspan(firstTo, t - firstTo)),
                  absl::MakeSpan(from).subspan(firstFrom, f - firstFrom), source);
  }
  return e.expand(op.operands[0], source, mask);
}

StatusOr<NodeId> transpose(PlanExpander& e, const Op& op, const Indices& at, NodeId mask) {
  absl::Span<const int64_t> permutation = TransposeAttrs(op.attrs).permutation();
  Indices source(at.size());
  for (size_t d = 0; d < at.size(); ++d)
    source[size_t(permutation[d])] = at[d];
  return e.expand(op.operands[0], source, mask);
}

StatusOr<NodeId> slice(PlanExpander& e, const Op& op, const Indices& at, NodeId mask) {
  SliceAttrs attrs(op.attrs);
  Indices source;
  for (size_t d = 0; d < at.size(); ++d)
    source.push_back(at[d] * attrs.strides()[d] + IndexExpr(attrs.startIndices()[d]));
  return e.expand(op.operands[0], source, mask);
}

StatusOr<NodeId> reverse(PlanExpander& e, const Op& op, const Indices& at, NodeId mask) {
  Indices source = at;
  for (int64_t d : ReverseAttrs(op.attrs).dimensions())
    source[size_t(d)] = at[size_t(d)] * -1 + IndexExpr(e.type(op.operands[0]).dims[size_t(d)] - 1);
  return e.expand(op.operands[0], source, mask);
}

// Expands a concatenation to a chain of selects. Each operand is read only inside of its range.
StatusOr<NodeId> concatenate(PlanExpander& e, const Op& op, const Indices& at, NodeId mask) {
  size_t axis = size_t(ConcatenateAttrs(op.attrs).dimension());
  DType dtype = e.type(op.results[0]).dtype;
  NodeId result = -1;
  int64_t start = 0;
  for (ValueId operand : op.operands) {
    int64_t extent = e.type(operand).dims[axis];
    if (extent == 0)
      continue;
    NodeId inside = e.inRange(at[axis], start, start + extent - 1);
    Indices source = at;
    source[axis] = at[axis] + IndexExpr(-start);
    LZ_ASSIGN_OR_RETURN(NodeId piece, e.expand(operand, source, e.both(mask, inside)));
    result = result < 0 || inside < 0 ? piece
                                      : e.compute(Opcode::Select, dtype, {inside, piece, result});
    start += extent;
  }
  return result;
}

// Expands a pad. Result index i is operand index (i - low) / (interior + 1), if this is an integer
// and in range. Other elements are padding.
StatusOr<NodeId> pad(PlanExpander& e, const Op& op, const Indices& at, NodeId mask) {
  PadAttrs attrs(op.attrs);
  const Dims& dims = e.type(op.operands[0]).dims;
  NodeId inside = -1;
  Indices source;
  for (size_t d = 0; d < at.size(); ++d) {
    int64_t step = attrs.interiorPadding()[d] + 1;
    IndexExpr position = at[d] + IndexExpr(-attrs.edgePaddingLow()[d]);
    inside = e.both(inside, e.inRange(position, 0, (dims[d] - 1) * step));
    inside = e.both(inside, e.inRange(position.mod(step, e.extents()), 0, 0));
    source.push_back(position.floorDiv(step, e.extents()));
  }
  LZ_ASSIGN_OR_RETURN(NodeId value, e.expand(op.operands[0], source, e.both(mask, inside)));
  if (inside < 0)
    return value;
  LZ_ASSIGN_OR_RETURN(NodeId padding, e.expand(op.operands[1], {}, mask));
  return e.compute(Opcode::Select, e.type(op.results[0]).dtype, {inside, value, padding});
}

const HashMap<Opcode, ViewRule>& viewRules() {
  static const auto* rules = new HashMap<Opcode, ViewRule>{
      {Opcode::BroadcastInDim, broadcastInDim},
      {Opcode::Concatenate, concatenate},
      {Opcode::Pad, pad},
      {Opcode::Reshape, reshape},
      {Opcode::Reverse, reverse},
      {Opcode::Slice, slice},
      {Opcode::Transpose, transpose},
  };
  return *rules;
}

} // namespace

StatusOr<NodeId> expandView(PlanExpander& e, const Op& op, const Indices& indices, NodeId mask) {
  auto it = viewRules().find(op.opcode);
  if (it == viewRules().end())
    return internalError("[fusion] no index rule for ", std::string(opInfo(op.opcode).name));
  return it->second(e, op, indices, mask);
}

StatusOr<NodeId> expandSource(PlanExpander& e, const Op& op, const Indices& indices) {
  const TensorType& type = e.type(op.results[0]);
  if (op.opcode == Opcode::Iota)
    return e.index(indices[size_t(IotaAttrs(op.attrs).iotaDimension())], type.dtype);
  const Literal& value = ConstantAttrs(op.attrs).value();
  if (type.numElements() > 1 && !value.isSplat())
    return internalError("[fusion] a constant that is not a splat is inside a region");
  return e.constant(Literal::copyOf({type.dtype, {}}, value.data()));
}

} // namespace lz::fusion
