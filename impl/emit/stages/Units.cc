// Emits the loop of a kernel over its units. The place of a unit in the grid is computed from the
// index of the unit:
//
//   1000 x 5000 points, with the lanes over the last dim: 313 vectors per row, each of which costs
//   7 ns, so a row is split into parts of 256 and of 57 vectors. The last vector has 8 lanes.
//   There are 2000 units. Unit 7 has d0 = 3 and the columns from 4096 on
#include "emit/stages/Stages.h"

namespace lz::emit {

using mlir::Value;

Status emitKernel(Stages& s, const schedule::Stage&, Scope& root) {
  LZ_RETURN_IF_ERROR(s.shortRows.clear(root));
  return s.k.emitPoint(root);
}

// Returns ordinal % count, and divides `ordinal` by `count`.
static Value remainderOf(LaneBuilder& b, Value& ordinal, int64_t count) {
  Value divisor = b.intLike(ordinal, count), whole = ordinal;
  ordinal = b.divui(whole, divisor);
  return b.remui(whole, divisor);
}

// Binds the grid dims by the index of the unit. The last of `dims` varies fastest.
static void bindGrid(KernelContext& k, Scope& unit, StageLoops dims, Value ordinal) {
  for (size_t i = dims.size(); i-- > 0;) {
    int64_t n = k.extent(dims[i].dim);
    bool outermost = i == 0 || n == 0;
    unit.bind(dims[i].dim, {outermost ? ordinal : remainderOf(k.b, ordinal, n)});
  }
}

// Returns the loop over the other dim of tiles, or null if the stage has no tiles.
static const schedule::StageLoop* acrossVectors(const schedule::Stage& stage) {
  bool isTiled = stage.loops.size() > 1 && stage.loops[1].form == schedule::LoopForm::Together;
  return isTiled ? &stage.loops[1] : nullptr;
}

// Emits a unit. The number of a unit has mixed digits. The lowest digits are the share of a
// scatter's places, the part of the last dim, and the part of the other dim of tiles, if the kernel
// has these.
static Status emitUnit(Stages& s, const schedule::Stage& units, Scope& unit, Value ordinal) {
  KernelContext& k = s.k;
  unit.stage = &units;
  if (k.grid.units == 0) // never called
    return okStatus();
  if (k.grid.scatter.shares > 1)
    s.unit.share = remainderOf(k.b, ordinal, k.grid.scatter.shares);
  if (units.loops.size() < k.gridDims.size()) {
    const schedule::StageLoop* across = acrossVectors(k.schedule.stages[units.children.back()]);
    int64_t parts = (k.extent(k.gridDims.back()) + k.grid.tileLanes - 1) / k.grid.tileLanes;
    if (parts > 1 || across)
      s.unit.tile = remainderOf(k.b, ordinal, parts);
    if (across)
      s.unit.block = remainderOf(k.b, ordinal,
                                 (k.extent(across->dim) + k.grid.tileRows - 1) / k.grid.tileRows);
  }
  bindGrid(k, unit, units.loops, ordinal);
  return k.emitPoint(unit);
}

Status emitUnits(Stages& s, const schedule::Stage& units, Scope& root) {
  KernelContext& k = s.k;
  const KernelFrame& frame = k.frame;
  // A single unit has no loop, because LLVM would move more addresses out of the loop than there
  // are registers.
  if (k.grid.units == 1 || frame.hasOneUnit)
    return emitIf(k, root, k.b.cmpi(LaneBuilder::ICmp::slt, frame.lo, frame.hi), [&](Scope& only) {
      return emitUnit(s, units, only, k.grid.units == 1 ? k.b.intConstant(64, 0) : frame.lo);
    });
  auto unit = [&](Scope& scope, Value ordinal, const Values&) -> StatusOr<Values> {
    k.focus(scope);
    LZ_RETURN_IF_ERROR(emitUnit(s, units, scope, ordinal));
    return Values();
  };
  return emitFor(k, root, {frame.lo}, {frame.hi}, 1, {}, unit).status();
}

} // namespace lz::emit
