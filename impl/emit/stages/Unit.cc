#include "emit/stages/Unit.h"

namespace lz::emit {

using mlir::Value;

Part Unit::part(KernelContext& k, Scope& scope) {
  if (part_)
    return *part_;
  k.focus(scope);
  Value first = tile ? k.b.muli(tile, k.b.intLike(tile, k.grid.tileLanes)) : k.b.intConstant(64, 0);
  part_ = {first, k.b.addi(first, k.b.intLike(first, k.grid.tileLanes))};
  return *part_;
}

Status emitVectorsOfUnit(KernelContext& k, Unit& unit, const schedule::Stage& stage, int32_t dim,
                         Scope& scope, VectorBody body) {
  auto point = [&](Scope& at, const Values&) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(body(at));
    return Values();
  };
  if (!unit.tile)
    return emitLanes(k, stage, dim, scope, {}, point).status();
  int64_t whole = k.extent(dim) / k.lanes * k.lanes;
  auto [first, end] = unit.part(k, scope);
  auto vector = [&](Scope& child, Value i, const Values&) -> StatusOr<Values> {
    child.stage = &stage;
    child.bindLanes(dim, {i}, k.lanes, {});
    return point(child, {});
  };
  if (!stage.isRest) {
    k.focus(scope);
    Value wholeEnd = k.b.mins(end, k.b.intLike(end, whole));
    LZ_RETURN_IF_ERROR(emitFor(k, scope, {first}, {wholeEnd}, k.lanes, {}, vector).status());
  }
  if (whole == k.extent(dim))
    return okStatus();
  return emitLastVector(k, stage, dim, scope, end, body);
}

// Emits the masked vector if this unit is the last one of a row.
Status emitLastVector(KernelContext& k, const schedule::Stage& stage, int32_t dim, Scope& scope,
                      Value end, VectorBody body) {
  int64_t whole = k.extent(dim) / k.lanes * k.lanes;
  k.focus(scope);
  Value isLast = k.b.cmpi(LaneBuilder::ICmp::sgt, end, k.b.intLike(end, whole));
  return emitIf(k, scope, isLast, [&](Scope& rest) {
    rest.stage = &stage;
    rest.bindLanes(dim, {{}, whole}, k.lanes, laneTailMask(k, int(k.extent(dim) - whole), k.lanes));
    return body(rest);
  });
}

} // namespace lz::emit
