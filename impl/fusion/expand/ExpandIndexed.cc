// Expands ops whose addresses depend on data. Dynamic slices and gathers read a parameter of the
// region. What they read begins at clamped start indices.
#include "fusion/expand/PlanExpander.h"
#include "spec/OpAttrs.inc.h"

#include <limits>
#include <optional>

namespace lz::fusion {
using region::NodeId;

namespace {

// Result (i, j) of a slice of operand [n, m] is operand[clamp(start0) + i, clamp(start1) + j].
StatusOr<NodeId> dynamicSlice(PlanExpander& e, const Op& op, const Indices& at, NodeId mask) {
  const Dims& dims = e.type(op.operands[0]).dims;
  const Dims& sizes = e.type(op.results[0]).dims;
  Dims strides = rowMajorStrides(dims);
  std::vector<region::DynamicTerm> dynamic;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] == sizes[d])
      continue;
    LZ_ASSIGN_OR_RETURN(NodeId start, e.expand(op.operands[1 + d], {}, mask));
    dynamic.push_back({start, dims[d] - sizes[d], strides[d]});
  }
  return e.load(op.operands[0], at, std::move(dynamic), mask);
}

// Returns the clamped start as s64: min(max(start, 0), limit). Unsigned starts are clamped before
// they are converted.
StatusOr<NodeId> clampedStart(PlanExpander& e, ValueId start, int64_t limit, NodeId mask) {
  LZ_ASSIGN_OR_RETURN(NodeId raw, e.expand(start, {}, mask));
  DType dtype = e.type(start).dtype;
  int64_t most = limit;
  if (int bits = int(bitWidth(dtype)) - isSignedInt(dtype); bits < 63)
    most = std::min(most, (int64_t(1) << bits) - 1);
  NodeId bounded =
      e.compute(Opcode::Clamp, dtype, {e.constantInt(dtype, 0), raw, e.constantInt(dtype, most)});
  return dtype == DType::S64 ? bounded : e.compute(Opcode::Convert, DType::S64, {bounded});
}

// result[i] = start <= i < start + size ? update[i - start] : operand[i], in every dimension.
StatusOr<NodeId> dynamicUpdateSlice(PlanExpander& e, const Op& op, const Indices& at, NodeId mask) {
  const TensorType& type = e.type(op.operands[0]);
  const Dims& sizes = e.type(op.operands[1]).dims;
  Dims updateStrides = rowMajorStrides(sizes);
  std::vector<region::DynamicTerm> dynamic;
  NodeId inside = -1;
  for (size_t d = 0; d < sizes.size(); ++d) {
    int64_t limit = type.dims[d] - sizes[d];
    if (limit == 0)
      continue;
    LZ_ASSIGN_OR_RETURN(NodeId start, clampedStart(e, op.operands[2 + d], limit, mask));
    NodeId offset = e.compute(Opcode::Subtract, DType::S64, {e.index(at[d], DType::S64), start});
    inside = e.both(inside, e.both(e.compare(offset, ComparisonDirection::GE, 0),
                                   e.compare(offset, ComparisonDirection::LT, sizes[d])));
    dynamic.push_back({start, std::numeric_limits<int64_t>::max(), -updateStrides[d]});
  }
  LZ_ASSIGN_OR_RETURN(NodeId update,
                      e.load(op.operands[1], at, std::move(dynamic), e.both(mask, inside)));
  if (inside < 0)
    return update;
  LZ_ASSIGN_OR_RETURN(NodeId old, e.expand(op.operands[0], at, mask));
  return e.compute(Opcode::Select, type.dtype, {inside, update, old});
}

} // namespace

StatusOr<std::vector<NodeId>> expandStarts(PlanExpander& e, ValueId indices, int64_t vectorDim,
                                           size_t count, const Indices& batch, NodeId mask) {
  std::vector<NodeId> starts;
  const TensorType& type = e.type(indices);
  for (size_t k = 0; k < count; ++k) {
    Indices at = batch;
    if (vectorDim < type.rank())
      at.insert(at.begin() + vectorDim, region::IndexExpr(int64_t(k)));
    LZ_ASSIGN_OR_RETURN(NodeId start, e.expand(indices, at, mask));
    starts.push_back(start);
  }
  return starts;
}

namespace {

// Returns the value of a node as an expression of indices. Returns nullopt if the value is not a
// linear function of indices, or if it could wrap around in the type of the node.
std::optional<region::IndexExpr> linearValue(PlanExpander& e, NodeId node, int& left) {
  using region::IndexExpr;
  const region::PlanNode& n = e.plan().nodes[size_t(node)];
  if (--left < 0 || !isInteger(n.dtype) || bitWidth(n.dtype) < 32)
    return std::nullopt;
  std::optional<IndexExpr> value;
  if (n.kind == region::NodeKind::Constant)
    value = IndexExpr(n.literal.toInt(0));
  if (n.kind == region::NodeKind::Index)
    value = n.expr;
  const bool isSum = n.opcode == Opcode::Add || n.opcode == Opcode::Subtract;
  if (n.kind == region::NodeKind::Compute && isSum) {
    const std::optional<IndexExpr> a = linearValue(e, n.operands[0], left),
                                   b = linearValue(e, n.operands[1], left);
    if (a && b)
      value = n.opcode == Opcode::Add ? *a + *b : *a + *b * -1;
  }
  if (!value)
    return std::nullopt;
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  const IndexExpr::Range range = value->range(e.extents());
  const int64_t least = isSignedInt(n.dtype) ? -kMost : 0;
  return least <= range.lo && range.hi <= kMost ? value : std::nullopt;
}

// The start of a slice of `size` elements, in a dimension of `extent` elements, can be a linear
// function of indices. If the start is never clamped either, adds it to the index of the dimension.
// A load with linear indices can read adjacent elements together.
bool addLinearStart(PlanExpander& e, NodeId start, int64_t extent, int64_t size,
                    region::IndexExpr& index) {
  int left = 32; // limit of the nodes that are looked at
  const std::optional<region::IndexExpr> value = linearValue(e, start, left);
  if (!value)
    return false;
  const region::IndexExpr::Range range = value->range(e.extents());
  if (range.lo < 0 || range.hi > extent - size)
    return false;
  index = index + *value;
  return true;
}

// The indices of the result are split into batch indices, which are positions in start_indices, and
// indices in the window.
StatusOr<NodeId> gather(PlanExpander& e, const Op& op, const Indices& at, NodeId mask) {
  const Dims& dims = e.type(op.operands[0]).dims;
  Dims strides = rowMajorStrides(dims);
  GatherAttrs attrs(op.attrs);
  absl::Span<const int64_t> offsetDims = attrs.offsetDims();
  absl::Span<const int64_t> collapsed = attrs.collapsedSliceDims();
  absl::Span<const int64_t> operandBatching = attrs.operandBatchingDims();
  absl::Span<const int64_t> indicesBatching = attrs.startIndicesBatchingDims();
  absl::Span<const int64_t> startMap = attrs.startIndexMap();
  absl::Span<const int64_t> sizes = attrs.sliceSizes();
  int64_t vectorDim = attrs.indexVectorDim();

  Indices batch, window;
  for (size_t d = 0; d < at.size(); ++d)
    (contains(offsetDims, int64_t(d)) ? window : batch).push_back(at[d]);
  LZ_ASSIGN_OR_RETURN(std::vector<NodeId> starts,
                      expandStarts(e, op.operands[1], vectorDim, startMap.size(), batch, mask));
  Indices source(dims.size());
  size_t nextWindow = 0;
  for (size_t d = 0; d < dims.size(); ++d)
    if (!contains(collapsed, int64_t(d)) && !contains(operandBatching, int64_t(d)))
      source[d] = window[nextWindow++];
  for (size_t i = 0; i < operandBatching.size(); ++i) {
    int64_t position = indicesBatching[i] - (vectorDim < indicesBatching[i]);
    source[size_t(operandBatching[i])] = batch[size_t(position)];
  }
  std::vector<region::DynamicTerm> dynamic;
  for (size_t k = 0; k < startMap.size(); ++k) {
    size_t d = size_t(startMap[k]);
    if (!addLinearStart(e, starts[k], dims[d], sizes[d], source[d]))
      dynamic.push_back({starts[k], dims[d] - sizes[d], strides[d]});
  }
  return e.load(op.operands[0], source, std::move(dynamic), mask);
}

} // namespace

StatusOr<NodeId> expandIndexed(PlanExpander& e, const Op& op, const Indices& indices, NodeId mask) {
  switch (op.opcode) {
  case Opcode::DynamicSlice:
    return dynamicSlice(e, op, indices, mask);
  case Opcode::DynamicUpdateSlice:
    return dynamicUpdateSlice(e, op, indices, mask);
  case Opcode::Gather:
    return gather(e, op, indices, mask);
  default:
    break;
  }
  return internalError("[fusion] no address rule for ", std::string(opInfo(op.opcode).name));
}

} // namespace lz::fusion
