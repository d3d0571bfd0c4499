// The units of the grid, and the map: what is at each point of an output a value of its own, with
// the lanes over the last grid dim.
//
//   out[d0, d1] = sqrt(in0[d0, d1]) * in1[d0], 3 x 20, 16 lanes: 3 units, one for each d0
//     d1 = 0:  in1 once, as it does not depend on the lanes; 16 elements of in0; 16 results
//     d1 = 16: the same under a mask of 4 lanes (emitLanes of Loops.cc)
//
// A longer row is cut into tiles of at most two microseconds: 1000 x 5000 has 313 vectors per row,
// of 7 ns by the counted cost, so tiles of 256 and of 57 vectors, whose last one has 8
// lanes: 2000 units. The number of a unit says where it is: unit 7 has d0 = 3 and columns from 4096
// on.
#include "emit/core/KernelEmitter.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <algorithm>

namespace lz::emit {

using mlir::Value;

KernelEmitter::KernelEmitter(mlir::OpBuilder& builder, mlir::Location loc, const Schedule& schedule,
                             const Target& target)
    : schedule_(schedule), plan_(schedule.plan), choice_(schedule.choice), target_(target),
      grid_(schedule.grid), lanes_(schedule.lanes), gridDims_(schedule.gridDims), builder_(builder),
      b_(builder, loc, target_, lanes_), index_(b_, plan_.extents()) {}

void KernelEmitter::loadBuffers(Value buffers) {
  mlir::Type pointer = buffers.getType();
  auto loadPointer = [&](size_t ordinal) -> Value {
    Value address = builder_.create<mlir::LLVM::GEPOp>(
        b_.loc(), pointer, pointer, buffers, llvm::ArrayRef<mlir::LLVM::GEPArg>{int32_t(ordinal)});
    return builder_.create<mlir::LLVM::LoadOp>(b_.loc(), pointer, address, /*alignment=*/8);
  };
  for (size_t i = 0; i < plan_.inputs.size(); ++i)
    inputs_.push_back(loadPointer(i));
  for (size_t i = 0; i < plan_.outputTypes.size(); ++i)
    outputs_.push_back(loadPointer(plan_.inputs.size() + i));
  scratch_ = Memory::makeScratch(b_, pointer);
  allocateRows();
  allocateSums();
  allocateShortRows();
}

Status KernelEmitter::emit(const KernelFrame& frame) {
  auto [entry, buffers, lo, hi, hasOneUnit] = frame;
  hi_ = hi;
  InsertState start{entry};
  Scope root(start, plan_.dims.size());
  focus(root);
  loadBuffers(buffers);
  LZ_RETURN_IF_ERROR(clearShortRows(root));
  if (schedule_.forms.runsPointsTogether)
    return emitGroups(root, lo, hi);
  // One unit has no loop, out of which LLVM would move more addresses than there are registers.
  if (grid_.units == 1 || hasOneUnit)
    return emitIf(root, b_.cmpi(LaneBuilder::ICmp::slt, lo, hi), [&](Scope& only) {
      return emitUnit(only, grid_.units == 1 ? b_.intConstant(64, 0) : lo);
    });
  auto unit = [&](Scope& scope, Value ordinal, const Values&) -> StatusOr<Values> {
    focus(scope);
    LZ_RETURN_IF_ERROR(emitUnit(scope, ordinal));
    return Values();
  };
  return emitFor(root, {lo}, {hi}, 1, {}, unit).status();
}

// ordinal % count, and ordinal becomes ordinal / count.
Value KernelEmitter::remainderOf(Value& ordinal, int64_t count) {
  Value divisor = b_.intLike(ordinal, count), whole = ordinal;
  ordinal = b_.divui(whole, divisor);
  return b_.remui(whole, divisor);
}

Status KernelEmitter::emitUnit(Scope& unit, Value ordinal) {
  if (choice_.lanes != LaneMode::GridLanes) {
    bindGrid(unit, gridDims_, ordinal);
    return emitOutputs(unit);
  }
  int64_t tiles = (extent(gridDims_.back()) + grid_.tileLanes - 1) / grid_.tileLanes;
  if (grid_.units == 0) // never called
    return okStatus();
  std::vector<int32_t> others(gridDims_.begin(), gridDims_.end() - 1);
  if (grid_.tileRows == 0) {
    Value tile = tiles == 1 ? Value() : remainderOf(ordinal, tiles);
    bindGrid(unit, others, ordinal);
    return emitTile(unit, tile);
  }
  std::erase(others, choice_.tileDim);
  Value tile = remainderOf(ordinal, tiles);
  Value block =
      remainderOf(ordinal, (extent(choice_.tileDim) + grid_.tileRows - 1) / grid_.tileRows);
  bindGrid(unit, others, ordinal);
  return emitTiledUnit(unit, block, tile);
}

// The last of `dims` is the fastest.
void KernelEmitter::bindGrid(Scope& unit, absl::Span<const int32_t> dims, Value ordinal) {
  for (size_t i = dims.size(); i-- > 0;) {
    int64_t n = extent(dims[i]);
    bool outermost = i == 0 || n == 0;
    unit.bind(dims[i], {outermost ? ordinal : remainderOf(ordinal, n)});
  }
}

// Vectors from tile * tileLanes on; null: there is one tile.
Status KernelEmitter::emitTile(Scope& unit, Value tile) {
  int32_t dim = gridDims_.back();
  if (schedule_.ranges.areSplit()) {
    Value first = tile ? b_.muli(tile, b_.intLike(tile, grid_.tileLanes)) : b_.intConstant(64, 0);
    return emitRanges(unit, {first, b_.addi(first, b_.intLike(first, grid_.tileLanes))});
  }
  auto store = [&](Scope& at, const Values&) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(emitOutputs(at));
    return Values();
  };
  if (!tile)
    return emitLanes(dim, unit, {}, store).status();
  int64_t whole = extent(dim) / lanes_ * lanes_;
  Value first = b_.muli(tile, b_.intLike(tile, grid_.tileLanes));
  Value end = b_.addi(first, b_.intLike(first, grid_.tileLanes));
  Value wholeEnd = b_.mins(end, b_.intLike(end, whole));
  auto vector = [&](Scope& child, Value i, const Values&) -> StatusOr<Values> {
    child.bindLanes(dim, {i}, lanes_, {});
    fetchMap(child);
    return store(child, {});
  };
  LZ_RETURN_IF_ERROR(grid_.rowsOfSums > 0
                         ? emitColumns(unit, {first, wholeEnd})
                         : emitFor(unit, {first}, {wholeEnd}, lanes_, {}, vector).status());
  if (whole == extent(dim))
    return okStatus();
  return emitLastVector(unit, dim, end, [&](Scope& rest) { return emitOutputs(rest); });
}

// A map reads on and on, but at every page the hardware starts anew to see that: what is read half
// a page later is fetched. Where outputs go through the caches, that would take from the memory
// what they need.
void KernelEmitter::fetchMap(Scope& vector) {
  constexpr int64_t kBytesAhead = 2048;
  if (!choice_.streamsAny() || !plan_.reductions.empty())
    return;
  focus(vector);
  for (const PlanNode& n : plan_.nodes) {
    if (n.kind != NodeKind::Load || n.mask >= 0 || !n.dynamic.empty() || !n.expr.isAffine() ||
        n.expr.coefficient(vector.laneDim) != 1 || !comesFromFar(plan_, n))
      continue;
    Value index = index_.scalar(n.expr, vector);
    prefetch(n, b_.addi(index, b_.intLike(index, kBytesAhead / int64_t(byteSize(n.dtype)))));
  }
}

// The last tile has a vector more, with the lanes masked that lie beyond the end.
Status KernelEmitter::emitLastVector(Scope& unit, int32_t dim, Value end,
                                     llvm::function_ref<Status(Scope& rest)> body) {
  int64_t whole = extent(dim) / lanes_ * lanes_;
  focus(unit);
  Value isLast = b_.cmpi(LaneBuilder::ICmp::sgt, end, b_.intLike(end, whole));
  return emitIf(unit, isLast, [&](Scope& rest) {
    rest.bindLanes(dim, {{}, whole}, lanes_, laneTailMask(int(extent(dim) - whole)));
    return body(rest);
  });
}

} // namespace lz::emit
