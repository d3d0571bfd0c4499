#include "emit/kernel/Loads.h"

#include "emit/elementwise/EmitElementwise.h"
#include "emit/kernel/Values.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace lz::emit {

using mlir::Value;

StatusOr<Value> dynamicOffset(KernelContext& k, absl::Span<const region::DynamicTerm> terms,
                              Scope& scope) {
  Value sum;
  for (const region::DynamicTerm& term : terms) {
    LZ_ASSIGN_OR_RETURN(Value index, emitValue(k, term.index, scope));
    k.focus(scope);
    DType dtype = k.node(term.index).dtype;
    Value wide = emitConvert(k.b, index, dtype, DType::S64);
    if (term.maxIndex != std::numeric_limits<int64_t>::max()) {
      // u64 values beyond the signed range must be clamped as unsigned.
      Value most = k.b.intLike(wide, term.maxIndex);
      wide = dtype == DType::U64 ? k.b.minu(wide, most)
                                 : k.b.maxs(k.b.mins(wide, most), k.b.zeroLike(wide));
    }
    wide = k.b.muli(wide, k.b.intLike(wide, term.stride));
    if (sum) {
      int lanes = std::max(LaneBuilder::lanesOf(sum), LaneBuilder::lanesOf(wide));
      wide = k.b.addi(k.b.splat(sum, lanes), k.b.splat(wide, lanes));
    }
    sum = wide;
  }
  return sum;
}

void prefetch(KernelContext& k, const region::PlanNode& load, Value index) {
  Value address = k.memory().elementAddress(k.inputs[size_t(load.input)], load.dtype, index);
  k.target.prefetch(k.b, address, /*toWrite=*/false);
}

Value combineMasks(KernelContext& k, Value mask, Value laneMask, Scope& scope) {
  if (!mask)
    return laneMask;
  mask = k.b.splat(mask, scope.lanes);
  return laneMask ? k.b.andi(mask, laneMask) : mask;
}

Value gatherIndices(KernelContext& k, const region::IndexExpr& expr, Value dynamic, int64_t size,
                    Scope& scope) {
  bool narrow = k.index.fits32(expr) && size < (int64_t(1) << 31);
  unsigned width = narrow ? 32 : 64;
  Value indices = k.index.vector(expr, scope, width);
  if (!dynamic)
    return indices;
  Value offsets = k.b.splat(k.b.resizeSigned(dynamic, width), scope.lanes);
  return k.b.addi(indices, offsets);
}

// The condition of a load, in two parts. `uniform` is the part that is the same in all lanes. It
// selects the address and needs no mask of lanes. For example, if the lanes are channels, it says
// whether a filter element of a convolution lies over the padding. A null part is always true.
namespace {
struct LoadMask {
  Value uniform, varying, all;
};
} // namespace

static StatusOr<LoadMask> maskOf(KernelContext& k, const region::PlanNode& load, Scope& scope) {
  LoadMask mask;
  for (region::NodeId id : conditionsOf(k.plan, load.mask)) {
    if (outcomeIn(k, id, scope) == true)
      continue;
    LZ_ASSIGN_OR_RETURN(Value condition, emitValue(k, id, scope));
    k.focus(scope);
    Value& part = LaneBuilder::lanesOf(condition) > 1 ? mask.varying : mask.uniform;
    part = part ? k.b.andi(part, condition) : condition;
  }
  mask.all = mask.varying ? combineMasks(k, mask.uniform, mask.varying, scope) : mask.uniform;
  return mask;
}

// Emits a load whose lanes read elements close to each other. Adjacent lanes read elements that are
// -1, 2 or 3 apart, or some lanes read the same element. Returns null for other loads.
static Value loadNeighbours(KernelContext& k, const region::PlanNode& load, Value dynamic,
                            const LoadMask& mask, Scope& scope) {
  std::optional<region::LaneOffsets> offsets = laneOffsets(load.expr, scope.overLanes());
  if (!offsets)
    return {};
  // If the whole range of the index is inside the buffer, lanes that are masked off may read any
  // element.
  region::IndexExpr::Range range = load.expr.range(k.plan.extents());
  bool isInside = !dynamic && range.lo >= 0 && range.hi < k.plan.inputSizes[size_t(load.input)];
  Value varying = isInside ? scope.laneMask : combineMasks(k, mask.varying, scope.laneMask, scope);
  if (!Memory::canShuffle(load.dtype, *offsets, bool(varying)))
    return {};
  Value index = k.index.scalar(load.expr, scope);
  if (dynamic)
    index = k.b.addi(index, dynamic);
  Value x = k.memory().loadShuffled(load.dtype, k.inputs[size_t(load.input)], index, *offsets,
                                    mask.uniform, varying);
  return isInside && mask.varying ? k.b.select(mask.varying, x, k.b.zeroLike(x)) : x;
}

StatusOr<Value> emitLoad(KernelContext& k, region::NodeId id, Scope& scope) {
  const region::PlanNode& n = k.node(id);
  LZ_ASSIGN_OR_RETURN(Value kept, findKept(k, id, scope));
  if (kept)
    return kept;
  if (n.mask >= 0 && outcomeIn(k, n.mask, scope) == false) {
    k.focus(scope);
    Value zero = k.b.zeroOf(k.b.registerType(n.dtype));
    return scope.isVector(k.depsOf(id)) ? k.b.splat(zero, scope.lanes) : zero;
  }
  LZ_ASSIGN_OR_RETURN(LoadMask mask, maskOf(k, n, scope));
  LZ_ASSIGN_OR_RETURN(Value dynamic, dynamicOffset(k, n.dynamic, scope));
  k.focus(scope);
  Memory memory = k.memory();
  Value base = k.inputs[size_t(n.input)];
  bool vectorOffset = dynamic && LaneBuilder::lanesOf(dynamic) > 1;
  LaneForm form = k.index.laneForm(n.expr, scope);
  bool vector = scope.isVector(k.depsOf(id));
  auto address = [&] {
    Value index = k.index.scalar(n.expr, scope);
    return dynamic ? k.b.addi(index, dynamic) : index;
  };
  if (!vector)
    return memory.loadScalar(n.dtype, base, address(), mask.uniform);
  if (!vectorOffset && !(form.regular && (form.stride == 0 || form.stride == 1)))
    if (Value shuffled = loadNeighbours(k, n, dynamic, mask, scope))
      return shuffled;
  if (vectorOffset || !form.regular) {
    Value indices = gatherIndices(k, n.expr, dynamic, k.plan.inputSizes[size_t(n.input)], scope);
    return memory.gather(n.dtype, base, indices, combineMasks(k, mask.all, scope.laneMask, scope));
  }
  if (form.stride != 0 && form.stride != 1) {
    // This gather needs only one address and a vector of constants, which all loads of the kernel
    // with this stride share.
    unsigned width = std::abs(form.stride) < (int64_t(1) << 31) / scope.lanes ? 32 : 64;
    return memory.gather(n.dtype, memory.elementAddress(base, n.dtype, address()),
                         k.index.laneSteps(form.stride, scope.lanes, width),
                         combineMasks(k, mask.all, scope.laneMask, scope));
  }
  if (form.stride == 1)
    return memory.loadVector(n.dtype, base, address(), scope.lanes, mask.uniform,
                             combineMasks(k, mask.varying, scope.laneMask, scope));
  // All lanes read the same element, but the mask may differ from lane to lane.
  Value any = mask.uniform;
  if (mask.varying)
    any = k.builder.create<mlir::vector::ReductionOp>(
        k.b.loc(), mlir::vector::CombiningKind::OR,
        combineMasks(k, mask.all, scope.laneMask, scope));
  Value x = k.b.splat(memory.loadScalar(n.dtype, base, address(), any), scope.lanes);
  return mask.varying ? k.b.select(mask.all, x, k.b.zeroLike(x)) : x;
}

} // namespace lz::emit
