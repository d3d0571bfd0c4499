// Transposed loads: the lanes run over the last dimension of the output, and elements that are
// neighbours there lie far apart in the input. A tile is 16 points of both dimensions: 16 rows are
// read as they lie, turned in registers (Transpose.h), and the body runs on the columns.
//
//   out[d0, d1] = in[d1, d0] + 1, tileDim d0, 100 x 50 outputs, 16 lanes
//     d1 in 0, 16, 32 (whole vectors; the rest, 48 and 49, below):
//       d0 in 0, 16, ..., 80:
//         16 rows in[d1 + r, d0 .. d0 + 15], r = 0..15    -> 32 shuffles ->
//         16 columns: in[d1 .. d1 + 15, d0 + c] + 1       -> out[d0 + c, d1 .. d1 + 15]
//     d0 in 96..99, any d1; and d1 = 48, any d0: vectors of gathered elements
//
// Any number of loads may be transposed, also of different inputs; the others are read as usual. A
// unit is a few tiles of d0 beside each other, so that lines of the input are used as a whole while
// they are cached, and as many vectors of d1 as the grid says.
#include "emit/core/KernelEmitter.h"
#include "emit/memory/Transpose.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace lz::emit {

using mlir::Value;

// The same address, about which LLVM knows nothing: the loads of a tile are at constant distances
// from it, and strength reduction would weigh each of them against the others, at length.
Value KernelEmitter::opaque(Value address) {
  auto name = builder_.getStringAttr("llvm.launder.invariant.group");
  return builder_
      .create<mlir::LLVM::CallIntrinsicOp>(b_.loc(), address.getType(), name,
                                           mlir::ValueRange{address})
      .getResult(0);
}

// As many rows as a tile has are more than the hardware follows: those of the next vector are
// fetched.
void KernelEmitter::fetchNextTile(const PlanNode& n, Value corner, int64_t rowStride) {
  Memory memory(b_, scratch_);
  for (int row = lanes_; row < 2 * lanes_; ++row) {
    Value address = memory.elementAddress(corner, n.dtype, b_.intConstant(64, row * rowStride));
    target_.prefetch(b_, address, /*toWrite=*/false);
  }
}

// The columns of a tile of all transposed loads, by node.
std::vector<KernelEmitter::Values> KernelEmitter::loadTransposed(const Stage& tiles, Value first,
                                                                 Scope& lanes) {
  int count = int(tiles.loops[1].count);
  std::vector<Values> columns(plan_.nodes.size());
  focus(lanes);
  Memory memory(b_, scratch_);
  int32_t rowDim = lanes.laneDim;
  Scope rows(lanes, lanes.at);
  rows.bindLanes(tiles.loops[1].dim, {first}, lanes_, {});
  for (size_t i = 0; i < plan_.nodes.size(); ++i) {
    const PlanNode& n = plan_.nodes[i];
    if (!schedule_.isTransposed[i])
      continue;
    Value corner = opaque(
        memory.elementAddress(inputs_[size_t(n.input)], n.dtype, index_.scalar(n.expr, rows)));
    int64_t stride = n.expr.coefficient(rowDim);
    if (!tiles.fetches.empty())
      fetchNextTile(n, corner, stride);
    auto load = [&](int row, int first, int count) {
      Value offset = b_.intConstant(64, row * stride + first);
      return memory.loadVector(n.dtype, corner, offset, count, {}, {});
    };
    columns[i] = loadColumns(b_, lanes_, storageBits(n.dtype), count, load);
  }
  return columns;
}

// What is read beside transposed loads lies in as many rows as the tiles of a unit have, more than
// the hardware follows: each is fetched four vectors ahead.
void KernelEmitter::fetchRows(int32_t tileDim, Scope& column) {
  constexpr int kVectorsAhead = 4;
  int32_t lanes = column.laneDim;
  focus(column);
  for (const PlanNode& n : plan_.nodes) {
    if (n.kind != NodeKind::Load || n.mask >= 0 || !n.dynamic.empty() ||
        n.expr.coefficient(lanes) != 1 || !n.expr.dependsOn(tileDim))
      continue;
    Value index = index_.scalar(n.expr, column);
    prefetch(n, b_.addi(index, b_.intLike(index, kVectorsAhead * lanes_)));
  }
}

// A tile; `lanes` binds the vector, `first` is the first point of the other dim.
Status KernelEmitter::emitTransposed(const Stage& tiles, Value first, Scope& lanes) {
  auto [tileDim, form, count] = tiles.loops[1];
  std::vector<Values> columns = loadTransposed(tiles, first, lanes);
  for (int64_t c = 0; c < count; ++c) {
    focus(lanes);
    Scope column(lanes, lanes.at);
    column.stage = &tiles;
    column.bind(tileDim, {c == 0 ? first : b_.addi(first, b_.intLike(first, c))});
    for (size_t i = 0; i < columns.size(); ++i)
      if (!columns[i].empty())
        column.values[NodeId(i)] = columns[i][size_t(c)];
    fetchRows(tileDim, column);
    LZ_RETURN_IF_ERROR(emitPoint(column));
  }
  return okStatus();
}

// One vector at every point of the tile dim in [lower, upper).
Status KernelEmitter::emitGathered(const Stage& tiles, Value lower, Value upper, Scope& lanes) {
  auto point = [&](Scope& at, Value i, const Values&) -> StatusOr<Values> {
    at.stage = &tiles;
    at.bind(tiles.loops[1].dim, {i});
    LZ_RETURN_IF_ERROR(emitPoint(at));
    return Values();
  };
  return emitFor(lanes, {lower}, {upper}, 1, {}, point).status();
}

Status KernelEmitter::emitTiles(const Stage& tiles, Scope& unit) {
  int32_t dim = tiles.loops[0].dim, tileDim = tiles.loops[1].dim;
  int64_t columns = tiles.loops[1].count;
  int64_t across = extent(tileDim), wholeAcross = across / columns * columns;
  int64_t along = extent(dim), whole = along / lanes_ * lanes_;
  focus(unit);
  Value lower = b_.muli(block_, b_.intLike(block_, grid_.tileRows));
  Value upper =
      b_.mins(b_.addi(lower, b_.intLike(lower, grid_.tileRows)), b_.intLike(lower, across));
  Value tilesEnd = b_.mins(upper, b_.intLike(upper, wholeAcross));
  auto [first, last] = partOfUnit(unit);
  Value wholeLast = b_.mins(last, b_.intLike(last, whole));
  auto vector = [&](Scope& at, Value i, const Values&) -> StatusOr<Values> {
    at.stage = &tiles;
    at.bindLanes(dim, {i}, lanes_, {});
    auto turned = [&](Scope& tileScope, Value j, const Values&) -> StatusOr<Values> {
      LZ_RETURN_IF_ERROR(emitTransposed(tiles, j, tileScope));
      return Values();
    };
    LZ_RETURN_IF_ERROR(emitFor(at, {lower}, {tilesEnd}, columns, {}, turned).status());
    if (wholeAcross != across)
      LZ_RETURN_IF_ERROR(emitGathered(tiles, tilesEnd, upper, at));
    return Values();
  };
  LZ_RETURN_IF_ERROR(emitFor(unit, {first}, {wholeLast}, lanes_, {}, vector).status());
  if (whole == along)
    return okStatus();
  return emitLastVector(tiles, dim, unit, last,
                        [&](Scope& rest) { return emitGathered(tiles, lower, upper, rest); });
}

} // namespace lz::emit
