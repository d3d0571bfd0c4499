// Emits transposed loads: the lanes run over the last dim of the output, but elements that are
// adjacent along this dim are far apart in the input. A tile has 16 points of both dims. The 16
// rows of the tile are read contiguously and transposed in registers (Transpose.h). Then the inner
// stages run for each column.
//
//   out[d0, d1] = in[d1, d0] + 1, tileDim d0, 100 x 50 outputs, 16 lanes
//     d1 in 0, 16, 32 (whole vectors; the rest, 48 and 49, below):
//       d0 in 0, 16, ..., 80:
//         16 rows in[d1 + r, d0 .. d0 + 15], r = 0..15    -> 32 shuffles ->
//         16 columns: in[d1 .. d1 + 15, d0 + c] + 1       -> out[d0 + c, d1 .. d1 + 15]
//     d0 in 96..99, any d1; and d1 = 48, any d0: vectors of gathered elements
//
// Any number of loads may be transposed, even from different inputs. Other loads read as usual. A
// unit has a few tiles that are adjacent along d0, so that all elements of a cache line of the
// input are used while the line is cached. GridInfo::tileLanes says how many points of d1 a unit
// has.
#include "emit/kernel/Loads.h"
#include "emit/memory/Transpose.h"
#include "emit/stages/Stages.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace lz::emit {

using mlir::Value;

// Returns the same address, but hides from LLVM how it is computed. Otherwise LLVM's strength
// reduction would spend much time on the loads of a tile, which are at constant distances from this
// address.
static Value opaque(KernelContext& k, Value address) {
  auto name = k.builder.getStringAttr("llvm.launder.invariant.group");
  return k.builder
      .create<mlir::LLVM::CallIntrinsicOp>(k.b.loc(), address.getType(), name,
                                           mlir::ValueRange{address})
      .getResult(0);
}

// Prefetches the rows of the next tile along the lanes, because a tile has more rows than the
// hardware prefetcher can follow.
static void fetchNextTile(KernelContext& k, const region::PlanNode& n, Value corner,
                          int64_t rowStride) {
  Memory memory = k.memory();
  for (int row = k.lanes; row < 2 * k.lanes; ++row) {
    Value address = memory.elementAddress(corner, n.dtype, k.b.intConstant(64, row * rowStride));
    k.target.prefetch(k.b, address, /*toWrite=*/false);
  }
}

// Returns the columns of a tile for each transposed load, by node.
static std::vector<Values> loadTransposed(KernelContext& k, const schedule::Stage& tiles,
                                          Value first, Scope& lanes) {
  int count = int(tiles.loops[1].count);
  std::vector<Values> columns(k.plan.nodes.size());
  k.focus(lanes);
  Memory memory = k.memory();
  int32_t rowDim = lanes.laneDim;
  Scope rows(lanes, lanes.at);
  rows.bindLanes(tiles.loops[1].dim, {first}, k.lanes, {});
  for (size_t i = 0; i < k.plan.nodes.size(); ++i) {
    const region::PlanNode& n = k.plan.nodes[i];
    if (!k.schedule.isTransposed[i])
      continue;
    Value corner = opaque(
        k, memory.elementAddress(k.inputs[size_t(n.input)], n.dtype, k.index.scalar(n.expr, rows)));
    int64_t stride = n.expr.coefficient(rowDim);
    if (!tiles.fetches.empty())
      fetchNextTile(k, n, corner, stride);
    auto load = [&](int row, int first, int count) {
      Value offset = k.b.intConstant(64, row * stride + first);
      return memory.loadVector(n.dtype, corner, offset, count, {}, {});
    };
    columns[i] = loadColumns(k.b, k.lanes, storageBits(n.dtype), count, load);
  }
  return columns;
}

// Prefetches elements for the loads that are not transposed. These loads will read the elements
// four vectors later. These loads read as many rows as the tiles of a unit have. The hardware
// prefetcher cannot follow so many rows.
static void fetchRows(KernelContext& k, int32_t tileDim, Scope& column) {
  // With a value of 2 or 8, transpose and column take the same time (Zen 5).
  constexpr int kVectorsAhead = 4;
  int32_t lanes = column.laneDim;
  k.focus(column);
  for (const region::PlanNode& n : k.plan.nodes) {
    if (n.kind != region::NodeKind::Load || n.mask >= 0 || !n.dynamic.empty() ||
        n.expr.coefficient(lanes) != 1 || !n.expr.dependsOn(tileDim))
      continue;
    Value index = k.index.scalar(n.expr, column);
    prefetch(k, n, k.b.addi(index, k.b.intLike(index, kVectorsAhead * k.lanes)));
  }
}

// Emits a tile. `lanes` binds the lane dim, and `first` is the first point of the other dim.
static Status emitTransposed(KernelContext& k, const schedule::Stage& tiles, Value first,
                             Scope& lanes) {
  auto [tileDim, form, count] = tiles.loops[1];
  std::vector<Values> columns = loadTransposed(k, tiles, first, lanes);
  for (int64_t c = 0; c < count; ++c) {
    k.focus(lanes);
    Scope column(lanes, lanes.at);
    column.stage = &tiles;
    column.bind(tileDim, {c == 0 ? first : k.b.addi(first, k.b.intLike(first, c))});
    for (size_t i = 0; i < columns.size(); ++i)
      if (!columns[i].empty())
        column.values[region::NodeId(i)] = columns[i][size_t(c)];
    fetchRows(k, tileDim, column);
    LZ_RETURN_IF_ERROR(k.emitPoint(column));
  }
  return okStatus();
}

// Emits one vector of gathered elements at each point of the tile dim in [lower, upper).
static Status emitGathered(KernelContext& k, const schedule::Stage& tiles, Value lower, Value upper,
                           Scope& lanes) {
  auto point = [&](Scope& at, Value i, const Values&) -> StatusOr<Values> {
    at.stage = &tiles;
    at.bind(tiles.loops[1].dim, {i});
    LZ_RETURN_IF_ERROR(k.emitPoint(at));
    return Values();
  };
  return emitFor(k, lanes, {lower}, {upper}, 1, {}, point).status();
}

Status emitTiles(Stages& s, const schedule::Stage& tiles, Scope& unit) {
  KernelContext& k = s.k;
  int32_t dim = tiles.loops[0].dim, tileDim = tiles.loops[1].dim;
  int64_t columns = tiles.loops[1].count;
  int64_t across = k.extent(tileDim), wholeAcross = across / columns * columns;
  int64_t along = k.extent(dim), whole = along / k.lanes * k.lanes;
  k.focus(unit);
  Value block = s.unit.block;
  Value lower = k.b.muli(block, k.b.intLike(block, k.grid.tileRows));
  Value upper =
      k.b.mins(k.b.addi(lower, k.b.intLike(lower, k.grid.tileRows)), k.b.intLike(lower, across));
  Value tilesEnd = k.b.mins(upper, k.b.intLike(upper, wholeAcross));
  auto [first, last] = s.unit.part(k, unit);
  Value wholeLast = k.b.mins(last, k.b.intLike(last, whole));
  auto vector = [&](Scope& at, Value i, const Values&) -> StatusOr<Values> {
    at.stage = &tiles;
    at.bindLanes(dim, {i}, k.lanes, {});
    auto turned = [&](Scope& tileScope, Value j, const Values&) -> StatusOr<Values> {
      LZ_RETURN_IF_ERROR(emitTransposed(k, tiles, j, tileScope));
      return Values();
    };
    LZ_RETURN_IF_ERROR(emitFor(k, at, {lower}, {tilesEnd}, columns, {}, turned).status());
    if (wholeAcross != across)
      LZ_RETURN_IF_ERROR(emitGathered(k, tiles, tilesEnd, upper, at));
    return Values();
  };
  LZ_RETURN_IF_ERROR(emitFor(k, unit, {first}, {wholeLast}, k.lanes, {}, vector).status());
  if (whole == along)
    return okStatus();
  return emitLastVector(k, tiles, dim, unit, last,
                        [&](Scope& rest) { return emitGathered(k, tiles, lower, upper, rest); });
}

} // namespace lz::emit
