#include "fusion/expand/PlanExpander.h"

#include "absl/strings/str_cat.h"
#include "spec/OpAttrs.inc.h"

namespace lz::fusion {

using region::NodeId;
using region::PlanNode;

PlanExpander::PlanExpander(const Program& region, region::RegionPlan& plan)
    : region_(region), plan_(plan), producers_(region.types.size()) {
  for (size_t i = 0; i < region.body.params.size(); ++i) {
    ValueId v = region.body.params[i];
    producers_[size_t(v)] = {nullptr, int32_t(i)};
    plan_.inputs.push_back(region.type(v).dtype);
    plan_.inputSizes.push_back(region.type(v).numElements());
  }
  for (const Op& op : region.body.ops)
    for (size_t r = 0; r < op.results.size(); ++r)
      producers_[size_t(op.results[r])] = {&op, int32_t(r)};
}

int32_t PlanExpander::addDim(int64_t extent, region::DimKind kind) {
  plan_.dims.push_back({extent, kind});
  extents_.push_back(extent);
  return int32_t(extents_.size()) - 1;
}

int32_t PlanExpander::sumDim(const std::string& key, size_t i, int64_t extent) {
  std::vector<int32_t>& dims = sumDims_[key];
  if (i == dims.size())
    dims.push_back(addDim(extent, region::DimKind::Reduction));
  return dims[i];
}

NodeId PlanExpander::addNode(PlanNode node) {
  auto [it, inserted] = nodes_.try_emplace(keyOf(node), NodeId(plan_.nodes.size()));
  if (inserted)
    plan_.nodes.push_back(std::move(node));
  return it->second;
}

NodeId PlanExpander::constant(const Literal& scalar) {
  PlanNode n{region::NodeKind::Constant, scalar.type().dtype};
  n.literal = scalar;
  return addNode(std::move(n));
}

NodeId PlanExpander::constantInt(DType dtype, int64_t value) {
  return constant(Literal::splatInt({dtype, {}}, value));
}

NodeId PlanExpander::compute(Opcode opcode, DType dtype, absl::Span<const NodeId> operands,
                             Attrs attrs) {
  PlanNode n{region::NodeKind::Compute, dtype};
  n.opcode = opcode;
  n.operands.assign(operands.begin(), operands.end());
  n.attrs = std::move(attrs);
  return addNode(std::move(n));
}

NodeId PlanExpander::compare(NodeId x, ComparisonDirection direction, int64_t y) {
  return compute(Opcode::Compare, DType::Pred, {x, constantInt(DType::S64, y)},
                 {AttrValue(int64_t(direction)), AttrValue()});
}

NodeId PlanExpander::index(const region::IndexExpr& expr, DType dtype) {
  PlanNode n{region::NodeKind::Index, dtype};
  n.expr = expr;
  return addNode(std::move(n));
}

NodeId PlanExpander::inRange(const region::IndexExpr& expr, int64_t lo, int64_t hi) {
  region::IndexExpr::Range r = expr.range(extents_);
  if (lo <= r.lo && r.hi <= hi)
    return -1;
  PlanNode n{region::NodeKind::InRange, DType::Pred};
  n.expr = expr;
  n.lo = lo;
  n.hi = hi;
  return addNode(std::move(n));
}

NodeId PlanExpander::both(NodeId maskA, NodeId maskB) {
  if (maskA < 0 || maskA == maskB)
    return maskB;
  if (maskB < 0)
    return maskA;
  return compute(Opcode::And, DType::Pred, {maskA, maskB});
}

NodeId PlanExpander::loadAt(ValueId value, const region::IndexExpr& position,
                            std::vector<region::DynamicTerm> dynamic, NodeId mask) {
  PlanNode n{region::NodeKind::Load, type(value).dtype};
  n.expr = position;
  n.dynamic = std::move(dynamic);
  n.mask = mask;
  n.input = producer(value).ordinal;
  return addNode(std::move(n));
}

StatusOr<NodeId> PlanExpander::load(ValueId value, const Indices& indices,
                                    std::vector<region::DynamicTerm> dynamic, NodeId mask) {
  if (producer(value).op != nullptr)
    return internalError("[fusion] a data-dependent address reads a value computed in the region");
  Dims strides = rowMajorStrides(type(value).dims);
  region::IndexExpr position;
  for (size_t d = 0; d < indices.size(); ++d)
    position = position + indices[d] * strides[d];
  return loadAt(value, position.recombined(extents_), std::move(dynamic), mask);
}

StatusOr<NodeId> PlanExpander::expand(ValueId value, const Indices& indices, NodeId mask) {
  Producer p = producer(value);
  // No element of an empty value is ever used. Index arithmetic is not needed, and strides might be
  // 0 in it.
  if (type(value).numElements() == 0)
    return constant(Literal(TensorType{type(value).dtype, {}}));
  if (p.op == nullptr)
    return load(value, indices, {}, mask);
  std::string key = absl::StrCat(value, "@", mask, ":", keyOf(indices));
  if (auto it = expanded_.find(key); it != expanded_.end())
    return it->second;
  LZ_ASSIGN_OR_RETURN(NodeId node, expandOp(*p.op, p.ordinal, indices, mask));
  expanded_.emplace(std::move(key), node);
  return node;
}

StatusOr<NodeId> PlanExpander::expandOp(const Op& op, int32_t result, const Indices& indices,
                                        NodeId mask) {
  switch (opInfo(op.opcode).kind) {
  case OpKind::Elementwise:
    return expandElementwise(op, indices, mask);
  case OpKind::View:
    return expandView(*this, op, indices, mask);
  case OpKind::Source:
    return expandSource(*this, op, indices);
  case OpKind::Reduce:
    return expandReduction(*this, op, result, indices, mask);
  case OpKind::Indexed:
    return expandIndexed(*this, op, indices, mask);
  case OpKind::Contraction:
    if (op.opcode == Opcode::Convolution)
      return expandConvolution(*this, op, indices, mask);
    break;
  case OpKind::Scatter:
  case OpKind::Control:
  case OpKind::Library:
  case OpKind::Opaque:
    break;
  }
  return internalError("[fusion] ", std::string(opInfo(op.opcode).name),
                       " cannot be part of a region");
}

StatusOr<NodeId> PlanExpander::expandElementwise(const Op& op, const Indices& indices,
                                                 NodeId mask) {
  absl::InlinedVector<NodeId, 3> operands;
  for (ValueId operand : op.operands) {
    // A scalar operand of an op on tensors (the predicate of select, the bounds of clamp) is the
    // same for all elements.
    const Indices& at = type(operand).rank() == 0 ? Indices{} : indices;
    LZ_ASSIGN_OR_RETURN(NodeId node, expand(operand, at, mask));
    operands.push_back(node);
  }
  return compute(op.opcode, type(op.results[0]).dtype, operands, op.attrs);
}

region::PlanBody PlanExpander::bodyOver(absl::Span<const DType> arguments) {
  region::PlanBody body;
  for (DType dtype : arguments) {
    PlanNode arg{region::NodeKind::Arg, dtype};
    arg.component = int32_t(body.nodes.size());
    body.nodes.push_back(std::move(arg));
  }
  return body;
}

// Converts a combiner. Its ops are scalar and elementwise, so the body becomes a list of Compute
// nodes.
StatusOr<region::PlanBody> PlanExpander::scalarBody(const Region& region) const {
  std::vector<DType> arguments;
  HashMap<ValueId, NodeId> map;
  for (ValueId param : region.params) {
    map[param] = NodeId(arguments.size());
    arguments.push_back(type(param).dtype);
  }
  region::PlanBody body = bodyOver(arguments);
  auto add = [&](ValueId v, PlanNode node) {
    map[v] = NodeId(body.nodes.size());
    body.nodes.push_back(std::move(node));
  };
  for (const Op& op : region.ops) {
    const OpInfo& info = opInfo(op.opcode);
    if (op.opcode == Opcode::Constant) {
      PlanNode n{region::NodeKind::Constant, type(op.results[0]).dtype};
      n.literal = ConstantAttrs(op.attrs).value();
      add(op.results[0], std::move(n));
      continue;
    }
    if (info.kind != OpKind::Elementwise)
      return unimplemented("[", std::string(info.name),
                           "] cannot be computed in the body of a reduction or scatter");
    PlanNode n{region::NodeKind::Compute, type(op.results[0]).dtype};
    n.opcode = op.opcode;
    n.attrs = op.attrs;
    for (ValueId operand : op.operands) {
      auto it = map.find(operand);
      if (it == map.end())
        return unimplemented("the body of a reduction or scatter uses a value from outside of it");
      n.operands.push_back(it->second);
    }
    add(op.results[0], std::move(n));
  }
  for (ValueId r : region.results) {
    auto it = map.find(r);
    if (it == map.end())
      return unimplemented("the body of a reduction or scatter returns a value from outside");
    body.results.push_back(it->second);
  }
  return body;
}

region::IndexExpr rowMajorOffset(const Indices& at, const Dims& dims) {
  Dims strides = rowMajorStrides(dims);
  region::IndexExpr offset;
  for (size_t d = 0; d < at.size(); ++d)
    offset = offset + at[d] * strides[d];
  return offset;
}

} // namespace lz::fusion
