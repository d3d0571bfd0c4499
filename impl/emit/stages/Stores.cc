// Stores. Outputs over the same inner dims are written in one nest; all values of a point come
// before its first store, as an output may lie over an input.
//
//   softmax of 3 x 20 and the logarithm of its sums, row lanes: out0[20*d0 + d1] over d1, out1[d0]
//     nest over d1: 16 results, then 4 under a mask
//     no nest:      one store of a scalar
//
// How a vector is stored: side by side at once; past the caches if the plan says so and the address
// is a multiple of 16 bytes, of 20 numbers in a row it is; under a mask; reversed; or scattered.
// What passes the caches does so up to the row's end, 4 numbers of these 20: a line that is stored
// in both ways takes 100 ns.
#include "emit/core/Elementwise.h"
#include "emit/core/KernelEmitter.h"

#include <numeric>

namespace lz::emit {

using mlir::Value;

Status KernelEmitter::emitStores(const Stage& stores, Scope& scope) {
  auto point = [&](Scope& at, const Values&) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(emitStoresAt(stores, at));
    return Values();
  };
  return emitNest(stores, stores.loops, scope, {}, point).status();
}

// All values of a point come before its first store: an output may lie over an input.
Status KernelEmitter::emitStoresAt(const Stage& stores, Scope& point) {
  for (size_t i : stores.outputs)
    LZ_RETURN_IF_ERROR(getWide(plan_.outputs[i].value, point).status());
  for (size_t i = 0; i < stores.outputs.size(); ++i)
    LZ_RETURN_IF_ERROR(emitStore(stores.outputs[i], stores.streaming[i], point));
  return okStatus();
}

// Bytes of which the address of a vector is a multiple; at most those of the vector and of a line.
int64_t KernelEmitter::alignmentOf(const PlanOutput& output, Scope& scope) const {
  if (!output.dynamic.empty())
    return 1;
  int64_t size = byteSize(plan_.outputTypes[size_t(output.buffer)]);
  int64_t line = std::gcd(int64_t(64), scope.lanes * size);
  return std::gcd(line, lz::alignmentOf(output.expr, scope.overLanes()) * size);
}

// How many lanes count, the first ones: all, or those of a row's remainder; 0: it is not known.
int KernelEmitter::lanesStored(Scope& scope) const {
  if (!scope.laneMask)
    return scope.lanes;
  const BoundDim& at = scope.dims[size_t(scope.laneDim)];
  return at.value ? 0 : int(std::min<int64_t>(scope.lanes, extent(scope.laneDim) - at.constant));
}

Status KernelEmitter::emitStore(size_t ordinal, Streaming streaming, Scope& scope) {
  const PlanOutput& output = plan_.outputs[ordinal];
  LZ_ASSIGN_OR_RETURN(Value value, getWide(output.value, scope));
  if (scope.laneDim >= 0 && storeShortRow(ordinal, value, scope))
    return okStatus();
  LZ_ASSIGN_OR_RETURN(Value dynamic, dynamicOffset(output.dynamic, scope));
  Value mask;
  if (output.mask >= 0) {
    LZ_ASSIGN_OR_RETURN(mask, get(output.mask, scope));
  }
  focus(scope);
  Memory memory(b_, scratch_);
  DType dtype = plan_.outputTypes[size_t(output.buffer)];
  Value base = outputs_[size_t(output.buffer)];
  auto address = [&] {
    Value index = index_.scalar(output.expr, scope);
    return dynamic ? b_.addi(index, dynamic) : index;
  };
  if (scope.laneDim < 0) {
    memory.storeScalar(dtype, value, base, address(), mask);
    return okStatus();
  }
  int count = mask ? 0 : lanesStored(scope);
  mask = combineMasks(mask, scope.laneMask, scope);
  LaneForm form = index_.laneForm(output.expr, scope);
  bool isTogether = form.regular && (!dynamic || LaneBuilder::lanesOf(dynamic) == 1),
       contiguous = isTogether && form.stride == 1;
  int64_t alignment = alignmentOf(output, scope);
  int64_t leastBytes = streaming == Streaming::Lines ? Memory::kLineBytes : Memory::kStreamBytes;
  int64_t least = leastBytes / int64_t(byteSize(dtype));
  if (contiguous && streaming != Streaming::None && count > 0 && count % least == 0 &&
      alignment >= leastBytes) {
    memory.streamVector(dtype, value, base, address(), count, unsigned(alignment));
    return okStatus();
  }
  if (contiguous) {
    memory.storeVector(dtype, value, base, address(), mask);
    return okStatus();
  }
  if (isTogether && form.stride == -1 && (!mask || storageBits(dtype) >= 32)) {
    memory.storeReversed(dtype, value, base, address(), mask);
    return okStatus();
  }
  int64_t size = plan_.outputSizes[size_t(output.buffer)];
  memory.scatter(dtype, value, base, gatherIndices(output.expr, dynamic, size, scope), mask);
  return okStatus();
}

} // namespace lz::emit
