// The units of the grid. The number of a unit says where it is:
//
//   1000 x 5000 points, with the lanes over the last dim: 313 vectors per row, of 7 ns by the
//   counted cost, so parts of 256 and of 57 vectors, whose last one has 8 lanes: 2000 units, of
//   which number 7 has d0 = 3 and columns from 4096 on
#include "emit/core/KernelEmitter.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace lz::emit {

using mlir::Value;

KernelEmitter::KernelEmitter(mlir::OpBuilder& builder, mlir::Location loc, const Schedule& schedule,
                             const Target& target)
    : schedule_(schedule), plan_(schedule.plan), target_(target), grid_(schedule.grid),
      lanes_(schedule.lanes), gridDims_(schedule.gridDims), builder_(builder),
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
  allocateUpdates();
}

Status KernelEmitter::emit(const KernelFrame& frame) {
  frame_ = frame;
  InsertState start{frame.entry};
  Scope root(start, plan_.dims.size());
  root.stage = &schedule_.stages.front();
  focus(root);
  loadBuffers(frame.buffers);
  LZ_RETURN_IF_ERROR(clearShortRows(root));
  return emitStage(*root.stage, root);
}

Status KernelEmitter::emitUnits(const Stage& units, Scope& root) {
  auto [entry, buffers, lo, hi, hasOneUnit] = frame_;
  // One unit has no loop, out of which LLVM would move more addresses than there are registers.
  if (grid_.units == 1 || hasOneUnit)
    return emitIf(root, b_.cmpi(LaneBuilder::ICmp::slt, lo, hi), [&](Scope& only) {
      return emitUnit(units, only, grid_.units == 1 ? b_.intConstant(64, 0) : frame_.lo);
    });
  auto unit = [&](Scope& scope, Value ordinal, const Values&) -> StatusOr<Values> {
    focus(scope);
    LZ_RETURN_IF_ERROR(emitUnit(units, scope, ordinal));
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

// What the stages inside go through is the fastest in the number of a unit: the share of a
// scatter's places, or the part of the last dim, then that of the other dim of tiles.
Status KernelEmitter::emitUnit(const Stage& units, Scope& unit, Value ordinal) {
  unit.stage = &units;
  if (grid_.units == 0) // never called
    return okStatus();
  if (grid_.scatter.shares > 1)
    share_ = remainderOf(ordinal, grid_.scatter.shares);
  if (units.loops.size() < gridDims_.size()) {
    const Stage& inside = schedule_.stages[units.children.back()];
    bool isTiled = inside.kind == StageKind::Tiles;
    int64_t parts = (extent(gridDims_.back()) + grid_.tileLanes - 1) / grid_.tileLanes;
    if (parts > 1 || isTiled)
      tile_ = remainderOf(ordinal, parts);
    if (isTiled)
      block_ =
          remainderOf(ordinal, (extent(inside.loops[1].dim) + grid_.tileRows - 1) / grid_.tileRows);
  }
  bindGrid(unit, units.loops, ordinal);
  return emitPoint(unit);
}

// The last of `dims` is the fastest.
void KernelEmitter::bindGrid(Scope& unit, absl::Span<const StageLoop> dims, Value ordinal) {
  for (size_t i = dims.size(); i-- > 0;) {
    int64_t n = extent(dims[i].dim);
    bool outermost = i == 0 || n == 0;
    unit.bind(dims[i].dim, {outermost ? ordinal : remainderOf(ordinal, n)});
  }
}

} // namespace lz::emit
