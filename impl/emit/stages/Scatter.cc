// Scatters: the elements at a place and the new values give the next elements of the place. Updates
// come in their order, and each unit goes through all of them, for its own share of the places or
// of the columns (schedule/units/ScatterUnits.h):
//
//   out0[64*i[d1] + d0] += u[64*d1 + d0], d1 ordered, d0 below 64 and 16 lanes, 4 shares of places:
//     for d1 = 0, 1, ...:
//       if 0 <= i[d1] <= 999 and the unit has the place i[d1]:
//         for d0 = 0, 16, 32, 48:
//           16 elements of out0 and of u; 16 sums
//
// An update that is dropped is no branch where it is one element: the element goes to a slot of its
// own.
#include "emit/core/Elementwise.h"
#include "emit/core/KernelEmitter.h"

namespace lz::emit {

using mlir::Value;

Status KernelEmitter::emitScatter(const Stage& scatter, Scope& unit) {
  if (tile_)
    partOfUnit(unit);
  Loops updates = scatter.loops;
  bool hasLanes = !updates.empty() && updates.back().form == LoopForm::Lanes;
  if (hasLanes)
    updates.remove_suffix(1);
  auto update = [&](Scope& at, const Values&) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(hasLanes ? emitUpdate(scatter, at) : combineElement(scatter, at));
    return Values();
  };
  return emitNest(scatter, updates, unit, {}, update).status();
}

// All vectors of the unit, or none of them.
Status KernelEmitter::emitUpdate(const Stage& scatter, Scope& at) {
  const StageLoop& lanes = scatter.loops.back();
  auto vectors = [&](Scope& scope) {
    return emitVectorsOfUnit(scatter, lanes.dim, scope, [&](Scope& vector) {
      return vector.laneDim < 0 ? combineElement(scatter, vector) : combineLanes(scatter, vector);
    });
  };
  NodeId mask = plan_.outputs[scatter.outputs[0]].mask;
  Value takes;
  if (mask >= 0 && !(depsOf(mask) >> lanes.dim & 1)) {
    LZ_ASSIGN_OR_RETURN(takes, get(mask, at));
  }
  if (share_) {
    LZ_ASSIGN_OR_RETURN(Value isMine, isOfUnit(at));
    takes = takes ? b_.andi(takes, isMine) : isMine;
  }
  return takes ? emitIf(at, takes, vectors) : vectors(at);
}

StatusOr<Value> KernelEmitter::isOfUnit(Scope& at) {
  LZ_ASSIGN_OR_RETURN(Value index, get(grid_.scatter.index, at));
  focus(at);
  Value wide = emitConvert(b_, index, node(grid_.scatter.index).dtype, DType::S64);
  Value block = b_.lshr(wide, grid_.scatter.blockShift);
  Value share = b_.remui(block, b_.intLike(block, grid_.scatter.shares));
  return b_.cmpi(LaneBuilder::ICmp::eq, share, share_);
}

StatusOr<KernelEmitter::Values> KernelEmitter::updatesOf(const Stage& scatter, Scope& point) {
  Values values;
  for (size_t i : scatter.outputs) {
    LZ_ASSIGN_OR_RETURN(Value value, getWide(plan_.outputs[i].value, point));
    values.push_back(value);
  }
  return values;
}

Status KernelEmitter::combineElement(const Stage& scatter, Scope& point) {
  const PlanOutput& place = plan_.outputs[scatter.outputs[0]];
  LZ_ASSIGN_OR_RETURN(Values values, updatesOf(scatter, point));
  LZ_ASSIGN_OR_RETURN(Value dynamic, dynamicOffset(place.dynamic, point));
  Value mask;
  if (place.mask >= 0) {
    LZ_ASSIGN_OR_RETURN(mask, get(place.mask, point));
  }
  focus(point);
  Value index = index_.scalar(place.expr, point);
  if (dynamic)
    index = b_.addi(index, dynamic);
  Memory memory(b_, scratch_);
  Values args;
  for (size_t i = 0; i < values.size(); ++i)
    args.push_back(memory.loadScalar(plan_.outputTypes[i], outputs_[i], index, mask));
  args.insert(args.end(), values.begin(), values.end());
  LZ_ASSIGN_OR_RETURN(Values combined, emitBody(b_, plan_.combiner, args));
  for (size_t i = 0; i < combined.size(); ++i)
    memory.storeScalar(plan_.outputTypes[i], combined[i], outputs_[i], index, mask);
  return okStatus();
}

// The lanes have places of their own: side by side, or anywhere.
Status KernelEmitter::combineLanes(const Stage& scatter, Scope& vector) {
  const PlanOutput& place = plan_.outputs[scatter.outputs[0]];
  LZ_ASSIGN_OR_RETURN(Values values, updatesOf(scatter, vector));
  LZ_ASSIGN_OR_RETURN(Value dynamic, dynamicOffset(place.dynamic, vector));
  Value mask;
  if (place.mask >= 0 && (depsOf(place.mask) >> vector.laneDim & 1)) {
    LZ_ASSIGN_OR_RETURN(mask, get(place.mask, vector));
  }
  focus(vector);
  mask = combineMasks(mask, vector.laneMask, vector);
  LaneForm form = index_.laneForm(place.expr, vector);
  bool areNeighbours =
      form.regular && form.stride == 1 && (!dynamic || LaneBuilder::lanesOf(dynamic) == 1);
  Value index;
  if (areNeighbours) {
    index = index_.scalar(place.expr, vector);
    index = dynamic ? b_.addi(index, dynamic) : index;
  } else {
    index = gatherIndices(place.expr, dynamic, plan_.outputSizes[size_t(place.buffer)], vector);
  }
  Memory memory(b_, scratch_);
  Values args;
  for (size_t i = 0; i < values.size(); ++i) {
    DType dtype = plan_.outputTypes[i];
    args.push_back(areNeighbours
                       ? memory.loadVector(dtype, outputs_[i], index, vector.lanes, {}, mask)
                       : memory.gather(dtype, outputs_[i], index, mask));
  }
  args.insert(args.end(), values.begin(), values.end());
  LZ_ASSIGN_OR_RETURN(Values combined, emitBody(b_, plan_.combiner, args));
  for (size_t i = 0; i < combined.size(); ++i)
    if (areNeighbours)
      memory.storeVector(plan_.outputTypes[i], combined[i], outputs_[i], index, mask);
    else
      memory.scatter(plan_.outputTypes[i], combined[i], outputs_[i], index, mask);
  return okStatus();
}

} // namespace lz::emit
