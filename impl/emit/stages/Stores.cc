// Emits stores. Outputs that depend on the same inner dims are written in one loop nest. All values
// of a point are computed before its first store, because an output may share the memory of an
// input.
//
//   softmax of 3 x 20 and the logarithm of its sums, row lanes: out0[20*d0 + d1] over d1, out1[d0]
//     nest over d1: 16 results, then 4 under a mask
//     no nest:      one store of a scalar
//
// A vector is stored contiguously, with a mask, reversed, or scattered. Stores bypass the caches if
// the schedule says so and the address is known to be a multiple of 16 bytes, as it is for rows of
// 20 f32. In this case the last, shorter vector of a row bypasses the caches, too. In the example
// it has 4 numbers. If one cache line were written in both ways, this would take 100 ns.
#include "emit/stages/Stores.h"

#include "base/machine/CacheSets.h"
#include "emit/kernel/Loads.h"
#include "emit/kernel/Values.h"
#include "emit/stages/SideBySide.h"

#include <numeric>

namespace lz::emit {

using mlir::Value;

// Returns the known alignment of the address of a vector, in bytes. The result is at most the size
// of the vector, and at most the size of a cache line.
static int64_t alignmentOf(KernelContext& k, const region::PlanOutput& output, Scope& scope) {
  if (!output.dynamic.empty())
    return 1;
  int64_t size = byteSize(k.plan.outputTypes[size_t(output.buffer)]);
  int64_t line = std::gcd(int64_t(64), scope.lanes * size);
  return std::gcd(line, region::alignmentOf(output.expr, scope.overLanes()) * size);
}

// Returns the number of lanes that are stored: all lanes, or the lanes up to the end of a row.
// Returns 0 if this number is not a constant.
static int lanesStored(KernelContext& k, Scope& scope) {
  if (!scope.laneMask)
    return scope.lanes;
  const BoundDim& at = scope.dims[size_t(scope.laneDim)];
  return at.value ? 0 : int(std::min<int64_t>(scope.lanes, k.extent(scope.laneDim) - at.constant));
}

static Status emitStore(Stages& s, size_t ordinal, schedule::Streaming streaming, Scope& scope) {
  KernelContext& k = s.k;
  const region::PlanOutput& output = k.plan.outputs[ordinal];
  LZ_ASSIGN_OR_RETURN(Value value, emitWide(k, output.value, scope));
  if (scope.laneDim >= 0 && s.shortRows.store(ordinal, value, scope))
    return okStatus();
  LZ_ASSIGN_OR_RETURN(Value dynamic, dynamicOffset(k, output.dynamic, scope));
  Value mask;
  if (output.mask >= 0) {
    LZ_ASSIGN_OR_RETURN(mask, emitValue(k, output.mask, scope));
  }
  k.focus(scope);
  Memory memory = k.memory();
  DType dtype = k.plan.outputTypes[size_t(output.buffer)];
  Value base = k.outputs[size_t(output.buffer)];
  auto address = [&] {
    Value index = k.index.scalar(output.expr, scope);
    return dynamic ? k.b.addi(index, dynamic) : index;
  };
  if (scope.laneDim < 0) {
    memory.storeScalar(dtype, value, base, address(), mask);
    return okStatus();
  }
  int count = mask ? 0 : lanesStored(k, scope);
  mask = combineMasks(k, mask, scope.laneMask, scope);
  LaneForm form = k.index.laneForm(output.expr, scope);
  bool isTogether = form.regular && (!dynamic || LaneBuilder::lanesOf(dynamic) == 1),
       contiguous = isTogether && form.stride == 1;
  int64_t alignment = alignmentOf(k, output, scope);
  int64_t leastBytes =
      streaming == schedule::Streaming::Lines ? kCacheLineBytes : Memory::kStreamBytes;
  int64_t least = leastBytes / int64_t(byteSize(dtype));
  if (contiguous && streaming != schedule::Streaming::None && count > 0 && count % least == 0 &&
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
  int64_t size = k.plan.outputSizes[size_t(output.buffer)];
  memory.scatter(dtype, value, base, gatherIndices(k, output.expr, dynamic, size, scope), mask);
  return okStatus();
}

Status emitStoresAt(Stages& s, const schedule::Stage& stores, Scope& point) {
  for (size_t i : stores.outputs)
    LZ_RETURN_IF_ERROR(emitWide(s.k, s.k.plan.outputs[i].value, point).status());
  for (size_t i = 0; i < stores.outputs.size(); ++i)
    LZ_RETURN_IF_ERROR(emitStore(s, stores.outputs[i], stores.streaming[i], point));
  return okStatus();
}

Status emitStores(Stages& s, const schedule::Stage& stores, Scope& scope) {
  auto point = [&](Scope& at, const Values&) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(emitStoresAt(s, stores, at));
    return Values();
  };
  auto points = [&](Scope& at, const Values& none) -> StatusOr<Values> {
    return stores.together ? emitPointsTogether(s.k, stores, at, none, point) : point(at, none);
  };
  return emitNest(s.k, stores, stores.loops, scope, {}, points).status();
}

} // namespace lz::emit
