// Values: each node once in the innermost scope that binds a dim of it, as a scalar, or as a vector
// where it depends on the lanes.
//
//   softmax of 3 x 20, 16 lanes, the stage over d1: %11 = divide %5, %10
//     %10, the sum, depends on d0 alone: a scalar, computed in the scope of the row before the loop
//     %5 = e^%4 depends on d1: a vector, at d1 = 0 of 16 lanes, at 16 of 4
//     %11: %10 is spread over the lanes where it is used (getWide)
#include "emit/core/Elementwise.h"
#include "emit/core/KernelEmitter.h"
#include "schedule/Choose.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace lz::emit {

using mlir::Value;

Scope& KernelEmitter::homeOf(NodeId id, Scope& scope) {
  Scope* home = &scope;
  while (home->parent && (home->own & depsOf(id)) == 0)
    home = home->parent;
  return *home;
}

StatusOr<Value> KernelEmitter::get(NodeId id, Scope& scope) {
  Scope& home = homeOf(id, scope);
  if (auto it = home.values.find(id); it != home.values.end())
    return it->second;
  LZ_ASSIGN_OR_RETURN(Value value, emitNode(id, home));
  home.values[id] = value;
  focus(scope);
  return value;
}

StatusOr<Value> KernelEmitter::getWide(NodeId id, Scope& scope) {
  LZ_ASSIGN_OR_RETURN(Value value, get(id, scope));
  focus(scope);
  return b_.splat(value, scope.lanes);
}

std::optional<bool> KernelEmitter::outcomeIn(NodeId id, const Scope& scope) const {
  return scope.range ? outcomeOf(plan_, id, *scope.range) : std::nullopt;
}

StatusOr<Value> KernelEmitter::emitNode(NodeId id, Scope& scope) {
  focus(scope);
  const PlanNode& n = node(id);
  if (std::optional<bool> outcome = outcomeIn(id, scope)) {
    Value known = b_.intConstant(1, *outcome ? 1 : 0);
    return scope.isVector(depsOf(id)) ? b_.splat(known, scope.lanes) : known;
  }
  switch (n.kind) {
  case NodeKind::Load:
    return emitLoad(id, scope);
  case NodeKind::Constant:
    return b_.constant(n.literal);
  case NodeKind::Index:
    return emitIndex(n, scope);
  case NodeKind::InRange:
    return emitInRange(n, scope);
  case NodeKind::Compute:
    return emitComputeNode(id, scope);
  case NodeKind::Reduce:
    return emitReduceNode(id, scope);
  case NodeKind::Arg:
    break;
  }
  return internalError("[emit] an argument of a combiner outside a combiner");
}

StatusOr<Value> KernelEmitter::emitComputeNode(NodeId id, Scope& scope) {
  const PlanNode& n = node(id);
  bool vector = scope.isVector(depsOf(id));
  if (n.opcode == Opcode::Select)
    if (std::optional<bool> outcome = outcomeIn(n.operands[0], scope)) {
      NodeId taken = n.operands[*outcome ? 1 : 2];
      return vector ? getWide(taken, scope) : get(taken, scope);
    }
  if (vector) {
    LZ_ASSIGN_OR_RETURN(Value kept, loadKept(id, scope));
    if (kept)
      return kept;
    LZ_ASSIGN_OR_RETURN(Value quotient, emitDivisionByRowValue(n, scope));
    if (quotient)
      return quotient;
  }
  std::vector<DType> types;
  Values operands;
  for (NodeId operand : n.operands) {
    LZ_ASSIGN_OR_RETURN(Value value, vector ? getWide(operand, scope) : get(operand, scope));
    types.push_back(node(operand).dtype);
    operands.push_back(value);
  }
  focus(scope);
  return emitCompute(b_, n, types, operands);
}

StatusOr<Value> KernelEmitter::emitIndex(const PlanNode& n, Scope& scope) {
  LaneForm form = index_.laneForm(n.expr, scope);
  bool uniform = form.regular && form.stride == 0;
  Value value = uniform ? index_.scalar(n.expr, scope) : index_.vector(n.expr, scope);
  DType from = LaneBuilder::widthOf(value) == 64 ? DType::S64 : DType::S32;
  value = emitConvert(b_, value, from, n.dtype);
  value = b_.roundTo(n.dtype, value);
  // A node that depends on the lane dim is a vector even where its value happens to be the same in
  // all lanes.
  bool dependsOnLanes = scope.laneDim >= 0 && n.expr.dependsOn(scope.laneDim);
  return dependsOnLanes ? b_.splat(value, scope.lanes) : value;
}

StatusOr<Value> KernelEmitter::emitInRange(const PlanNode& n, Scope& scope) {
  LaneForm form = index_.laneForm(n.expr, scope);
  bool uniform = form.regular && form.stride == 0;
  Value value = uniform ? index_.scalar(n.expr, scope) : index_.vector(n.expr, scope);
  // Bounds beyond the range of the expression may not fit into its lanes, and hold anyway.
  IndexExpr::Range range = n.expr.range(plan_.extents());
  Value low, high;
  if (n.lo > range.lo)
    low = b_.cmpi(LaneBuilder::ICmp::sge, value, b_.intLike(value, std::min(n.lo, range.hi + 1)));
  if (n.hi < range.hi)
    high = b_.cmpi(LaneBuilder::ICmp::sle, value, b_.intLike(value, std::max(n.hi, range.lo - 1)));
  Value result = low && high ? b_.andi(low, high) : low ? low : high;
  if (!result)
    result = b_.cmpi(LaneBuilder::ICmp::eq, value, value);
  bool dependsOnLanes = scope.laneDim >= 0 && n.expr.dependsOn(scope.laneDim);
  return dependsOnLanes ? b_.splat(result, scope.lanes) : result;
}

StatusOr<Value> KernelEmitter::dynamicOffset(absl::Span<const DynamicTerm> terms, Scope& scope) {
  Value sum;
  for (const DynamicTerm& term : terms) {
    LZ_ASSIGN_OR_RETURN(Value index, get(term.index, scope));
    focus(scope);
    DType dtype = node(term.index).dtype;
    Value wide = emitConvert(b_, index, dtype, DType::S64);
    if (term.maxIndex != std::numeric_limits<int64_t>::max()) {
      // u64 beyond the signed range is clamped as unsigned.
      Value most = b_.intLike(wide, term.maxIndex);
      wide = dtype == DType::U64 ? b_.minu(wide, most)
                                 : b_.maxs(b_.mins(wide, most), b_.zeroLike(wide));
    }
    wide = b_.muli(wide, b_.intLike(wide, term.stride));
    if (sum) {
      int lanes = std::max(LaneBuilder::lanesOf(sum), LaneBuilder::lanesOf(wide));
      wide = b_.addi(b_.splat(sum, lanes), b_.splat(wide, lanes));
    }
    sum = wide;
  }
  return sum;
}

void KernelEmitter::prefetch(const PlanNode& load, Value index) {
  Value address =
      Memory(b_, scratch_).elementAddress(inputs_[size_t(load.input)], load.dtype, index);
  target_.prefetch(b_, address, /*toWrite=*/false);
}

Value KernelEmitter::combineMasks(Value mask, Value laneMask, Scope& scope) {
  if (!mask)
    return laneMask;
  mask = b_.splat(mask, scope.lanes);
  return laneMask ? b_.andi(mask, laneMask) : mask;
}

// Offsets of the lanes in a buffer of `size` elements; lanes that are masked off may hold anything.
Value KernelEmitter::gatherIndices(const IndexExpr& expr, Value dynamic, int64_t size,
                                   Scope& scope) {
  bool narrow = index_.fits32(expr) && size < (int64_t(1) << 31);
  unsigned width = narrow ? 32 : 64;
  Value indices = index_.vector(expr, scope, width);
  if (!dynamic)
    return indices;
  Value offsets = b_.splat(b_.resizeSigned(dynamic, width), scope.lanes);
  return b_.addi(indices, offsets);
}

StatusOr<KernelEmitter::LoadMask> KernelEmitter::maskOf(const PlanNode& load, Scope& scope) {
  LoadMask mask;
  for (NodeId id : conditionsOf(plan_, load.mask)) {
    if (outcomeIn(id, scope) == true)
      continue;
    LZ_ASSIGN_OR_RETURN(Value condition, get(id, scope));
    focus(scope);
    Value& part = LaneBuilder::lanesOf(condition) > 1 ? mask.varying : mask.uniform;
    part = part ? b_.andi(part, condition) : condition;
  }
  mask.all = mask.varying ? combineMasks(mask.uniform, mask.varying, scope) : mask.uniform;
  return mask;
}

// A load whose lanes read elements close to each other, -1, 2 or 3 apart or some of them the same;
// null: it is no such load.
Value KernelEmitter::loadNeighbours(const PlanNode& load, Value dynamic, const LoadMask& mask,
                                    Scope& scope) {
  std::optional<LaneOffsets> offsets = laneOffsets(load.expr, scope.overLanes());
  if (!offsets)
    return {};
  // Where the whole range of the index lies in the buffer, masked lanes may read what they find.
  IndexExpr::Range range = load.expr.range(plan_.extents());
  bool isInside = !dynamic && range.lo >= 0 && range.hi < plan_.inputSizes[size_t(load.input)];
  Value varying = isInside ? scope.laneMask : combineMasks(mask.varying, scope.laneMask, scope);
  if (!Memory::canShuffle(load.dtype, *offsets, bool(varying)))
    return {};
  Value index = index_.scalar(load.expr, scope);
  if (dynamic)
    index = b_.addi(index, dynamic);
  Value x = Memory(b_, scratch_)
                .loadShuffled(load.dtype, inputs_[size_t(load.input)], index, *offsets,
                              mask.uniform, varying);
  return isInside && mask.varying ? b_.select(mask.varying, x, b_.zeroLike(x)) : x;
}

StatusOr<Value> KernelEmitter::emitLoad(NodeId id, Scope& scope) {
  const PlanNode& n = node(id);
  if (scope.isVector(depsOf(id))) {
    LZ_ASSIGN_OR_RETURN(Value turned, loadShortRow(id, scope));
    if (turned)
      return turned;
  }
  if (n.mask >= 0 && outcomeIn(n.mask, scope) == false) {
    focus(scope);
    Value zero = b_.zeroOf(b_.registerType(n.dtype));
    return scope.isVector(depsOf(id)) ? b_.splat(zero, scope.lanes) : zero;
  }
  LZ_ASSIGN_OR_RETURN(LoadMask mask, maskOf(n, scope));
  LZ_ASSIGN_OR_RETURN(Value dynamic, dynamicOffset(n.dynamic, scope));
  focus(scope);
  Memory memory(b_, scratch_);
  Value base = inputs_[size_t(n.input)];
  bool vectorOffset = dynamic && LaneBuilder::lanesOf(dynamic) > 1;
  LaneForm form = index_.laneForm(n.expr, scope);
  bool vector = scope.isVector(depsOf(id));
  auto address = [&] {
    Value index = index_.scalar(n.expr, scope);
    return dynamic ? b_.addi(index, dynamic) : index;
  };
  if (!vector)
    return memory.loadScalar(n.dtype, base, address(), mask.uniform);
  if (!vectorOffset && !(form.regular && (form.stride == 0 || form.stride == 1)))
    if (Value shuffled = loadNeighbours(n, dynamic, mask, scope))
      return shuffled;
  if (vectorOffset || !form.regular) {
    Value indices = gatherIndices(n.expr, dynamic, plan_.inputSizes[size_t(n.input)], scope);
    return memory.gather(n.dtype, base, indices, combineMasks(mask.all, scope.laneMask, scope));
  }
  if (form.stride != 0 && form.stride != 1) {
    // One address, and constants that all such loads of a kernel share.
    unsigned width = std::abs(form.stride) < (int64_t(1) << 31) / scope.lanes ? 32 : 64;
    return memory.gather(n.dtype, memory.elementAddress(base, n.dtype, address()),
                         index_.laneSteps(form.stride, scope.lanes, width),
                         combineMasks(mask.all, scope.laneMask, scope));
  }
  if (form.stride == 1)
    return memory.loadVector(n.dtype, base, address(), scope.lanes, mask.uniform,
                             combineMasks(mask.varying, scope.laneMask, scope));
  // One element for all lanes, though the mask may differ from lane to lane.
  Value any = mask.uniform;
  if (mask.varying)
    any = builder_.create<mlir::vector::ReductionOp>(b_.loc(), mlir::vector::CombiningKind::OR,
                                                     combineMasks(mask.all, scope.laneMask, scope));
  Value x = b_.splat(memory.loadScalar(n.dtype, base, address(), any), scope.lanes);
  return mask.varying ? b_.select(mask.all, x, b_.zeroLike(x)) : x;
}

} // namespace lz::emit
