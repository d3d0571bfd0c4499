// Scatters: the elements at a place and the new values give the next elements of the place. Updates
// come in their order, and each unit goes through all of them, for its own share of the places or
// of the columns (schedule/units/ScatterUnits.h):
//
//   out0[64*i[d1] + d0] += u[64*d1 + d0], d1 ordered, d0 below 64 and 16 lanes, 4 shares of places:
//     for d1 = 0, 256, 512, ...:
//       lists those of the next 256 updates with 0 <= i[d1] <= 999 whose place is the unit's
//       for each d1 of the list:
//         for d0 = 0, 16, 32, 48:
//           16 elements of out0 and of u; 16 sums
//
// The list is made without a branch, as which updates are the unit's cannot be foreseen, and of
// vectors of updates where the target compresses them. By columns the condition is a branch. An
// update that is dropped is none where it is one element: the element goes to a slot of its own.
#include "emit/core/Elementwise.h"
#include "emit/core/KernelEmitter.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <numeric>

namespace lz::emit {

using mlir::Value;

// A vector of the list may end behind the last update.
void KernelEmitter::allocateUpdates() {
  const ScatterUnits& units = grid_.scatter;
  if (units.listed > 0)
    updates_ = builder_.create<mlir::LLVM::AllocaOp>(
        b_.loc(), outputs_[0].getType(), builder_.getI32Type(),
        b_.intConstant(64, units.listed + units.listLanes), /*alignment=*/64);
}

Status KernelEmitter::emitScatter(const Stage& scatter, Scope& unit) {
  if (tile_)
    partOfUnit(unit);
  Loops updates = scatter.loops;
  if (!hasLanes(scatter))
    return emitNest(scatter, updates, unit, {},
                    [&](Scope& at, const Values&) -> StatusOr<Values> {
                      LZ_RETURN_IF_ERROR(combineElement(scatter, at));
                      return Values();
                    })
        .status();
  updates.remove_suffix(1);
  if (updates_)
    return emitListed(scatter, updates, unit);
  return emitNest(scatter, updates, unit, {},
                  [&](Scope& at, const Values&) -> StatusOr<Values> {
                    LZ_ASSIGN_OR_RETURN(Value takes, takesUpdate(scatter, at));
                    auto update = [&](Scope& scope) { return emitUpdate(scatter, scope); };
                    LZ_RETURN_IF_ERROR(takes ? emitIf(at, takes, update) : update(at));
                    return Values();
                  })
      .status();
}

Status KernelEmitter::emitListed(const Stage& scatter, Loops updates, Scope& unit) {
  int32_t dim = updates.back().dim;
  int64_t listed = grid_.scatter.listed;
  auto update = [&](Scope& at, Value first, Value j) -> StatusOr<Values> {
    focus(at);
    Value place = builder_.create<mlir::LLVM::LoadOp>(b_.loc(), builder_.getI32Type(),
                                                      placeInList(j), /*alignment=*/4);
    at.stage = &scatter;
    at.bind(dim, {b_.addi(first, b_.extui(place, builder_.getI64Type()))});
    LZ_RETURN_IF_ERROR(emitUpdate(scatter, at));
    return Values();
  };
  auto piece = [&](Scope& at, Value first, const Values&) -> StatusOr<Values> {
    focus(at);
    Value size = b_.mins(b_.intLike(first, listed), b_.subi(b_.intLike(first, extent(dim)), first));
    LZ_ASSIGN_OR_RETURN(Value count, emitList(scatter, dim, first, size, at));
    return emitFor(at, {{}, 0}, {count}, 1, {},
                   [&](Scope& child, Value j, const Values&) { return update(child, first, j); });
  };
  auto pieces = [&](Scope& at, const Values&) {
    return emitLongFor(at, extent(dim), listed, pointsOfUpdate(scatter), {}, piece);
  };
  updates.remove_suffix(1);
  return emitNest(scatter, updates, unit, {}, pieces).status();
}

Value KernelEmitter::placeInList(Value i) {
  return builder_.create<mlir::LLVM::GEPOp>(b_.loc(), updates_.getType(), builder_.getI32Type(),
                                            updates_, mlir::ValueRange{i});
}

// Of the `size` updates from `first` on, lists those of the unit, as distances from `first`;
// returns how many there are.
StatusOr<Value> KernelEmitter::emitList(const Stage& scatter, int32_t dim, Value first, Value size,
                                        Scope& scope) {
  const int lanes = grid_.scatter.listLanes;
  auto some = [&](int count) {
    return [&, count](Scope& at, Value i, const Values& before) -> StatusOr<Values> {
      focus(at);
      at.stage = &scatter;
      at.bindLanes(dim, {b_.addi(first, i)}, count, {});
      LZ_ASSIGN_OR_RETURN(Value takes, takesUpdate(scatter, at));
      focus(at);
      return Values{b_.addi(before[0], addToList(i, takes, count, before[0]))};
    };
  };
  Values count{b_.intConstant(64, 0)};
  Value whole = b_.intConstant(64, 0);
  if (lanes > 1) {
    whole = b_.subi(size, b_.remui(size, b_.intLike(size, lanes)));
    LZ_ASSIGN_OR_RETURN(count, emitFor(scope, {{}, 0}, {whole}, lanes, count, some(lanes)));
  }
  LZ_ASSIGN_OR_RETURN(count, emitFor(scope, {whole}, {size}, 1, count, some(1)));
  return count[0];
}

// `takes` says of `lanes` updates from the i-th on which are the unit's. Returns how many.
Value KernelEmitter::addToList(Value i, Value takes, int lanes, Value count) {
  mlir::Type i64 = builder_.getI64Type();
  Value places = b_.trunci(i, builder_.getI32Type()), number;
  if (lanes == 1) {
    number = b_.extui(takes, i64);
  } else {
    llvm::SmallVector<int32_t> steps(static_cast<size_t>(lanes));
    std::iota(steps.begin(), steps.end(), 0);
    auto type = mlir::VectorType::get({lanes}, builder_.getI32Type());
    Value step = builder_.create<mlir::arith::ConstantOp>(
        b_.loc(), mlir::DenseElementsAttr::get(type, llvm::ArrayRef(steps)));
    takes = b_.splat(takes, lanes);
    places = target_.compress(b_, b_.addi(b_.splat(places, lanes), step), takes);
    Value bits = builder_.create<mlir::LLVM::BitcastOp>(
        b_.loc(), builder_.getIntegerType(unsigned(lanes)), takes);
    number = b_.extui(builder_.create<mlir::LLVM::CtPopOp>(b_.loc(), bits), i64);
  }
  builder_.create<mlir::LLVM::StoreOp>(b_.loc(), places, placeInList(count), /*alignment=*/4);
  return number;
}

// All vectors of the unit.
Status KernelEmitter::emitUpdate(const Stage& scatter, Scope& at) {
  return emitVectorsOfUnit(scatter, scatter.loops.back().dim, at, [&](Scope& vector) {
    return vector.laneDim < 0 ? combineElement(scatter, vector) : combineLanes(scatter, vector);
  });
}

StatusOr<Value> KernelEmitter::takesUpdate(const Stage& scatter, Scope& at) {
  NodeId mask = plan_.outputs[scatter.outputs[0]].mask;
  Value takes;
  if (mask >= 0 && !(depsOf(mask) >> scatter.loops.back().dim & 1)) {
    LZ_ASSIGN_OR_RETURN(takes, get(mask, at));
  }
  if (!share_)
    return takes;
  LZ_ASSIGN_OR_RETURN(Value isMine, isOfUnit(at));
  return takes ? b_.andi(takes, isMine) : isMine;
}

StatusOr<Value> KernelEmitter::isOfUnit(Scope& at) {
  LZ_ASSIGN_OR_RETURN(Value index, get(grid_.scatter.index, at));
  focus(at);
  Value wide = emitConvert(b_, index, node(grid_.scatter.index).dtype, DType::S64);
  Value block = b_.lshr(wide, grid_.scatter.blockShift);
  Value share = b_.remui(block, b_.intLike(block, grid_.scatter.shares));
  return b_.cmpi(LaneBuilder::ICmp::eq, share, b_.splat(share_, LaneBuilder::lanesOf(share)));
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
