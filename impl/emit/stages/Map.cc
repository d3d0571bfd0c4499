// The map: what is at each point of an output a value of its own, with the lanes over the last grid
// dim.
//
//   out[d0, d1] = sqrt(in0[d0, d1]) * in1[d0], 3 x 20, 16 lanes, a unit for each d0:
//     d1 = 0:  in1 once, as it does not depend on the lanes; 16 elements of in0; 16 results
//     d1 = 16: the same under a mask of 4 lanes
//
// A longer row is cut: of 5000 a unit has 256 vectors, or the last 57, of which one is masked.
// Reductions and loops inside of a map run for all lanes of a vector at once.
#include "emit/core/KernelEmitter.h"

namespace lz::emit {

using mlir::Value;

KernelEmitter::Part KernelEmitter::partOfUnit(Scope& unit) {
  if (part_)
    return *part_;
  focus(unit);
  Value first = tile_ ? b_.muli(tile_, b_.intLike(tile_, grid_.tileLanes)) : b_.intConstant(64, 0);
  part_ = {first, b_.addi(first, b_.intLike(first, grid_.tileLanes))};
  return *part_;
}

Status KernelEmitter::emitMap(const Stage& map, Scope& unit) {
  return emitVectorsOfUnit(map, map.loops[0].dim, unit, [&](Scope& vector) {
    if (tile_ && !vector.laneMask)
      fetchMap(map, vector);
    return emitVector(vector);
  });
}

Status KernelEmitter::emitVectorsOfUnit(const Stage& stage, int32_t dim, Scope& scope,
                                        llvm::function_ref<Status(Scope& vector)> body) {
  auto point = [&](Scope& at, const Values&) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(body(at));
    return Values();
  };
  if (!tile_)
    return emitLanes(stage, dim, scope, {}, point).status();
  int64_t whole = extent(dim) / lanes_ * lanes_;
  auto [first, end] = partOfUnit(scope);
  auto vector = [&](Scope& child, Value i, const Values&) -> StatusOr<Values> {
    child.stage = &stage;
    child.bindLanes(dim, {i}, lanes_, {});
    return point(child, {});
  };
  if (stage.kind == StageKind::Scatter && extent(dim) % grid_.tileLanes == 0) {
    // All units have as many, which LLVM sees: one or two need no loop at each update.
    auto counted = [&, first = first](Scope& child, Value i, const Values&) {
      focus(child);
      return vector(child, b_.addi(first, i), {});
    };
    return emitFor(scope, {{}, 0}, {{}, grid_.tileLanes}, lanes_, {}, counted).status();
  }
  if (!stage.isRest) {
    focus(scope);
    Value wholeEnd = b_.mins(end, b_.intLike(end, whole));
    LZ_RETURN_IF_ERROR(emitFor(scope, {first}, {wholeEnd}, lanes_, {}, vector).status());
  }
  if (whole == extent(dim))
    return okStatus();
  return emitLastVector(stage, dim, scope, end, body);
}

Status KernelEmitter::emitVector(Scope& vector) {
  LZ_RETURN_IF_ERROR(emitPoint(vector));
  return writeShortRows(vector);
}

// Half a page ahead.
void KernelEmitter::fetchMap(const Stage& map, Scope& vector) {
  constexpr int64_t kBytesAhead = 2048;
  focus(vector);
  for (NodeId load : map.fetches) {
    const PlanNode& n = node(load);
    Value index = index_.scalar(n.expr, vector);
    prefetch(n, b_.addi(index, b_.intLike(index, kBytesAhead / int64_t(byteSize(n.dtype)))));
  }
}

// The last unit of a row has a vector more, with the lanes masked that lie beyond the end.
Status KernelEmitter::emitLastVector(const Stage& stage, int32_t dim, Scope& unit, Value end,
                                     llvm::function_ref<Status(Scope& rest)> body) {
  int64_t whole = extent(dim) / lanes_ * lanes_;
  focus(unit);
  Value isLast = b_.cmpi(LaneBuilder::ICmp::sgt, end, b_.intLike(end, whole));
  return emitIf(unit, isLast, [&](Scope& rest) {
    rest.stage = &stage;
    rest.bindLanes(dim, {{}, whole}, lanes_, laneTailMask(int(extent(dim) - whole)));
    return body(rest);
  });
}

} // namespace lz::emit
