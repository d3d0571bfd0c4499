// Emits scatters, which combine elements of the output with updates. Updates are applied in
// order. Each unit has a share of the places or of the columns of the output. It goes through all
// updates, and applies them to its own share (schedule/units/ScatterUnits.h):
//
//   out0[64*i[d1] + d0] += u[64*d1 + d0], d1 ordered, d0 below 64 and 16 lanes, 4 shares of places:
//     for d1 = 0, 256, 512, ...:
//       list the updates among the next 256 with 0 <= i[d1] <= 999 whose place belongs to the unit
//       for each d1 of the list:
//         for d0 = 0, 16, 32, 48:
//           16 elements of out0 and of u; 16 sums
//
// The list is made without a branch, because a CPU cannot predict which updates belong to the unit.
// If the target compresses vectors, a vector of updates is tested at a time. If units are shares of
// the columns, there is no list, and a branch skips updates that are out of bounds. Updates of
// single elements need no branch: those out of bounds are stored to a scratch slot.
#include "emit/elementwise/EmitElementwise.h"
#include "emit/kernel/Loads.h"
#include "emit/kernel/Values.h"
#include "emit/stages/Stages.h"

namespace lz::emit {

using mlir::Value;

namespace {

class Scatter {
public:
  Scatter(Stages& s, const schedule::Stage& scatter) : s_(s), k_(s.k), scatter_(scatter) {}

  Status emit(Scope& unit);

private:
  Status emitListed(StageLoops updates, Scope& unit);
  StatusOr<Value> emitList(int32_t dim, Value first, Value size, Scope& scope);
  Status emitUpdate(Scope& at);
  // Returns an i1 that says whether the unit applies the update. It holds for all lanes. Null means
  // true.
  StatusOr<Value> takesUpdate(Scope& at);
  StatusOr<Value> isOfUnit(Scope& at); // i1: whether the place of the update belongs to the unit
  StatusOr<Values> updatesOf(Scope& point);
  Status combineElement(Scope& point);
  Status combineLanes(Scope& vector);
  // Returns the number of points of an update that belong to the unit.
  int64_t pointsOfUpdate() const {
    return std::min(k_.extent(scatter_.loops.back().dim), k_.grid.tileLanes);
  }

  Stages& s_;
  KernelContext& k_;
  const schedule::Stage& scatter_;
};

Status Scatter::emit(Scope& unit) {
  if (s_.unit.tile)
    s_.unit.part(k_, unit);
  StageLoops updates = scatter_.loops;
  if (!hasLanes(scatter_))
    return emitNest(k_, scatter_, updates, unit, {},
                    [&](Scope& at, const Values&) -> StatusOr<Values> {
                      LZ_RETURN_IF_ERROR(combineElement(at));
                      return Values();
                    })
        .status();
  updates.remove_suffix(1);
  if (s_.updates.isUsed())
    return emitListed(updates, unit);
  return emitNest(
             k_, scatter_, updates, unit, {},
             [&](Scope& at, const Values&) -> StatusOr<Values> {
               LZ_ASSIGN_OR_RETURN(Value takes, takesUpdate(at));
               auto update = [&](Scope& scope) { return emitUpdate(scope); };
               LZ_RETURN_IF_ERROR(takes ? emitIf(k_, at, takes, update) : update(at));
               return Values();
             },
             pointsOfUpdate())
      .status();
}

Status Scatter::emitListed(StageLoops updates, Scope& unit) {
  int32_t dim = updates.back().dim;
  int64_t listed = k_.grid.scatter.listed;
  auto update = [&](Scope& at, Value first, Value j) -> StatusOr<Values> {
    k_.focus(at);
    Value place = s_.updates.load(j);
    at.stage = &scatter_;
    at.bind(dim, {k_.b.addi(first, place)});
    LZ_RETURN_IF_ERROR(emitUpdate(at));
    return Values();
  };
  auto piece = [&](Scope& at, Value first, const Values&) -> StatusOr<Values> {
    k_.focus(at);
    Value size = k_.b.mins(k_.b.intLike(first, listed),
                           k_.b.subi(k_.b.intLike(first, k_.extent(dim)), first));
    LZ_ASSIGN_OR_RETURN(Value count, emitList(dim, first, size, at));
    return emitFor(k_, at, {{}, 0}, {count}, 1, {},
                   [&](Scope& child, Value j, const Values&) { return update(child, first, j); });
  };
  auto pieces = [&](Scope& at, const Values&) {
    return emitLongFor(k_, at, k_.extent(dim), listed, pointsOfUpdate(), {}, piece);
  };
  updates.remove_suffix(1);
  return emitNest(k_, scatter_, updates, unit, {}, pieces, pointsOfUpdate()).status();
}

// Lists which of the updates first .. first + size - 1 belong to the unit, as distances from
// `first`. Returns how many are listed.
StatusOr<Value> Scatter::emitList(int32_t dim, Value first, Value size, Scope& scope) {
  const int lanes = k_.grid.scatter.listLanes;
  auto some = [&](int count) {
    return [&, count](Scope& at, Value i, const Values& before) -> StatusOr<Values> {
      k_.focus(at);
      at.stage = &scatter_;
      at.bindLanes(dim, {k_.b.addi(first, i)}, count, {});
      LZ_ASSIGN_OR_RETURN(Value takes, takesUpdate(at));
      k_.focus(at);
      return Values{k_.b.addi(before[0], s_.updates.add(i, takes, count, before[0]))};
    };
  };
  Values count{k_.b.intConstant(64, 0)};
  Value whole = k_.b.intConstant(64, 0);
  if (lanes > 1) {
    whole = k_.b.subi(size, k_.b.remui(size, k_.b.intLike(size, lanes)));
    LZ_ASSIGN_OR_RETURN(count, emitFor(k_, scope, {{}, 0}, {whole}, lanes, count, some(lanes)));
  }
  LZ_ASSIGN_OR_RETURN(count, emitFor(k_, scope, {whole}, {size}, 1, count, some(1)));
  return count[0];
}

// Applies an update to all points of the unit.
Status Scatter::emitUpdate(Scope& at) {
  int32_t dim = scatter_.loops.back().dim;
  auto combine = [&](Scope& vector) {
    return vector.laneDim < 0 ? combineElement(vector) : combineLanes(vector);
  };
  if (!s_.unit.tile || k_.extent(dim) % k_.grid.tileLanes != 0)
    return emitVectorsOfUnit(k_, s_.unit, scatter_, dim, at, combine);
  // This loop has a constant number of vectors, so LLVM can unroll it if the unit has only one or
  // two.
  Value first = s_.unit.part(k_, at).first;
  auto vector = [&](Scope& child, Value i, const Values&) -> StatusOr<Values> {
    k_.focus(child);
    Value at = k_.b.addi(first, i);
    child.stage = &scatter_;
    child.bindLanes(dim, {at}, k_.lanes, {});
    LZ_RETURN_IF_ERROR(combine(child));
    return Values();
  };
  return emitFor(k_, at, {{}, 0}, {{}, k_.grid.tileLanes}, k_.lanes, {}, vector).status();
}

StatusOr<Value> Scatter::takesUpdate(Scope& at) {
  region::NodeId mask = k_.plan.outputs[scatter_.outputs[0]].mask;
  Value takes;
  if (mask >= 0 && !(k_.depsOf(mask) >> scatter_.loops.back().dim & 1)) {
    LZ_ASSIGN_OR_RETURN(takes, emitValue(k_, mask, at));
  }
  if (!s_.unit.share)
    return takes;
  LZ_ASSIGN_OR_RETURN(Value isMine, isOfUnit(at));
  return takes ? k_.b.andi(takes, isMine) : isMine;
}

StatusOr<Value> Scatter::isOfUnit(Scope& at) {
  LZ_ASSIGN_OR_RETURN(Value index, emitValue(k_, k_.grid.scatter.index, at));
  k_.focus(at);
  Value wide = emitConvert(k_.b, index, k_.node(k_.grid.scatter.index).dtype, DType::S64);
  Value block = k_.b.lshr(wide, k_.grid.scatter.blockShift);
  Value share = k_.b.remui(block, k_.b.intLike(block, k_.grid.scatter.shares));
  return k_.b.cmpi(LaneBuilder::ICmp::eq, share,
                   k_.b.splat(s_.unit.share, LaneBuilder::lanesOf(share)));
}

StatusOr<Values> Scatter::updatesOf(Scope& point) {
  Values values;
  for (size_t i : scatter_.outputs) {
    LZ_ASSIGN_OR_RETURN(Value value, emitWide(k_, k_.plan.outputs[i].value, point));
    values.push_back(value);
  }
  return values;
}

Status Scatter::combineElement(Scope& point) {
  const region::PlanOutput& place = k_.plan.outputs[scatter_.outputs[0]];
  LZ_ASSIGN_OR_RETURN(Values values, updatesOf(point));
  LZ_ASSIGN_OR_RETURN(Value dynamic, dynamicOffset(k_, place.dynamic, point));
  Value mask;
  if (place.mask >= 0) {
    LZ_ASSIGN_OR_RETURN(mask, emitValue(k_, place.mask, point));
  }
  k_.focus(point);
  Value index = k_.index.scalar(place.expr, point);
  if (dynamic)
    index = k_.b.addi(index, dynamic);
  Memory memory = k_.memory();
  Values args;
  for (size_t i = 0; i < values.size(); ++i)
    args.push_back(memory.loadScalar(k_.plan.outputTypes[i], k_.outputs[i], index, mask));
  args.insert(args.end(), values.begin(), values.end());
  LZ_ASSIGN_OR_RETURN(Values combined, emitBody(k_.b, k_.plan.combiner, args));
  for (size_t i = 0; i < combined.size(); ++i)
    memory.storeScalar(k_.plan.outputTypes[i], combined[i], k_.outputs[i], index, mask);
  return okStatus();
}

// Combines the elements of a vector. The places of the lanes are different, but need not be
// adjacent.
Status Scatter::combineLanes(Scope& vector) {
  const region::PlanOutput& place = k_.plan.outputs[scatter_.outputs[0]];
  LZ_ASSIGN_OR_RETURN(Values values, updatesOf(vector));
  LZ_ASSIGN_OR_RETURN(Value dynamic, dynamicOffset(k_, place.dynamic, vector));
  Value mask;
  if (place.mask >= 0 && (k_.depsOf(place.mask) >> vector.laneDim & 1)) {
    LZ_ASSIGN_OR_RETURN(mask, emitValue(k_, place.mask, vector));
  }
  k_.focus(vector);
  mask = combineMasks(k_, mask, vector.laneMask, vector);
  LaneForm form = k_.index.laneForm(place.expr, vector);
  bool areNeighbours =
      form.regular && form.stride == 1 && (!dynamic || LaneBuilder::lanesOf(dynamic) == 1);
  Value index;
  if (areNeighbours) {
    index = k_.index.scalar(place.expr, vector);
    index = dynamic ? k_.b.addi(index, dynamic) : index;
  } else {
    index =
        gatherIndices(k_, place.expr, dynamic, k_.plan.outputSizes[size_t(place.buffer)], vector);
  }
  Memory memory = k_.memory();
  Values args;
  for (size_t i = 0; i < values.size(); ++i) {
    DType dtype = k_.plan.outputTypes[i];
    args.push_back(areNeighbours
                       ? memory.loadVector(dtype, k_.outputs[i], index, vector.lanes, {}, mask)
                       : memory.gather(dtype, k_.outputs[i], index, mask));
  }
  args.insert(args.end(), values.begin(), values.end());
  LZ_ASSIGN_OR_RETURN(Values combined, emitBody(k_.b, k_.plan.combiner, args));
  for (size_t i = 0; i < combined.size(); ++i)
    if (areNeighbours)
      memory.storeVector(k_.plan.outputTypes[i], combined[i], k_.outputs[i], index, mask);
    else
      memory.scatter(k_.plan.outputTypes[i], combined[i], k_.outputs[i], index, mask);
  return okStatus();
}

} // namespace

Status emitScatter(Stages& s, const schedule::Stage& scatter, Scope& unit) {
  return Scatter(s, scatter).emit(unit);
}

} // namespace lz::emit
