// Stores. Outputs over the same inner dims are written in one nest; all values of a point come
// before its first store, as an output may lie over an input.
//
//   softmax of 3 x 20 and the logarithm of its sums, row lanes: out0[20*d0 + d1] over d1, out1[d0]
//     nest over d1: 16 results, then 4 under a mask
//     no nest:      one store of a scalar
//
// How a vector is stored: side by side at once; past the caches if the plan says so, no lane is
// masked and the address is a multiple of 16 bytes, of 20 numbers in a row it is; under a mask; or
// scattered.
#include "emit/Elementwise.h"
#include "emit/KernelEmitter.h"

#include <numeric>

namespace lz::emit {

using mlir::Value;

// Outputs over the same inner dims share their loops, in the order of their first ones.
Status KernelEmitter::emitOutputs(Scope& scope) {
  std::vector<bool> done(plan_.outputs.size());
  auto innerDims = [&](const PlanOutput& output) {
    std::vector<int32_t> dims;
    for (int32_t d : output.dims)
      if (plan_.dims[size_t(d)].kind == DimKind::Inner)
        dims.push_back(d);
    return dims;
  };
  for (size_t i = 0; i < done.size(); ++i) {
    if (done[i])
      continue;
    std::vector<int32_t> dims = innerDims(plan_.outputs[i]);
    auto stores = [&](Scope& at, const Values&) -> StatusOr<Values> {
      // All values of a point come before its first store: an output may lie over an input.
      for (const PlanOutput& output : plan_.outputs)
        if (innerDims(output) == dims)
          LZ_RETURN_IF_ERROR(getWide(output.value, at).status());
      for (size_t j = i; j < plan_.outputs.size(); ++j) {
        if (innerDims(plan_.outputs[j]) != dims)
          continue;
        LZ_RETURN_IF_ERROR(emitStore(plan_.outputs[j], at));
        done[j] = true;
      }
      return Values();
    };
    Nest nest{dims, scope.laneDim < 0 && schedule_.vectorizesInner(dims)};
    LZ_RETURN_IF_ERROR(emitNest(nest, scope, {}, stores).status());
    done[i] = true; // also where an inner dim is empty
  }
  return okStatus();
}

// Bytes of which the address of a vector is a multiple; at most those of the vector and of a line.
int64_t KernelEmitter::alignmentOf(const PlanOutput& output, Scope& scope) const {
  if (!output.dynamic.empty())
    return 1;
  int64_t size = byteSize(plan_.outputTypes[size_t(output.buffer)]);
  int64_t line = std::gcd(int64_t(64), scope.lanes * size);
  return std::gcd(line, index_.alignment(output.expr, scope) * size);
}

Status KernelEmitter::emitStore(const PlanOutput& output, Scope& scope) {
  LZ_ASSIGN_OR_RETURN(Value value, getWide(output.value, scope));
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
    Value index = address();
    if (!output.combiner.results.empty()) {
      Value old = memory.loadScalar(dtype, base, index, mask);
      LZ_ASSIGN_OR_RETURN(Values combined, emitBody(b_, output.combiner, {old, value}));
      value = combined[0];
    }
    memory.storeScalar(dtype, value, base, index, mask);
    return okStatus();
  }
  mask = combineMasks(mask, scope.laneMask, scope);
  LaneForm form = index_.laneForm(output.expr, scope);
  bool contiguous =
      form.regular && form.stride == 1 && (!dynamic || LaneBuilder::lanesOf(dynamic) == 1);
  int64_t alignment = alignmentOf(output, scope);
  // What can pass the caches; in tiles, where the next store goes to another row, whole lines.
  int64_t leastBytes = grid_.tileRows == 0 ? 16 : 64;
  if (contiguous && output.streams && !mask && alignment >= leastBytes) {
    memory.streamVector(dtype, value, base, address(), unsigned(alignment));
    return okStatus();
  }
  if (contiguous) {
    memory.storeVector(dtype, value, base, address(), mask);
    return okStatus();
  }
  int64_t size = plan_.outputSizes[size_t(output.buffer)];
  memory.scatter(dtype, value, base, gatherIndices(output.expr, dynamic, size, scope), mask);
  return okStatus();
}

} // namespace lz::emit
