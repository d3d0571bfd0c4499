// Emits sums of the rows and of the columns of a table, so that each element is computed once for
// both. A unit has a block of rows, with a row in each lane. Sums of rows are in registers while a
// loop runs over the columns of a tile. Sums of columns are in the first-level cache. Each column
// has a vector of partial sums, whose lanes are combined at the end of the block:
//
//   r[d0] = sum over d1 of t[d0, d1],  c[d1] = sum over d0 of t[d0, d1], blocks of 128 rows:
//     rows[0..127] = 0
//     for d1 = 0, 64, ...:                         a tile of columns
//       columns[0..63][lanes] = 0
//       for d0 = 0, 16, ..., 112 in the block:     a vector of rows
//         s = rows[d0..]
//         for each column of the tile:  s += t; columns[d1] += t      a round
//         rows[d0..] = s
//       out1[block, d1] = the sum of the lanes of columns[d1]
//     out0 = rows
//
// A vector of rows is several registers (schedule/tables/TableCost.h). Their values are added to
// the sum of a column together, so the sum is loaded and stored only once.
//
// There can be several rounds (schedule/tables/TableRounds.h), each with its own sums. A round
// stores values of the tile that later rounds load.
//
// The program adds up the sums of the blocks. The blocks follow from the shape of the table, so the
// order of additions does not depend on the number of threads. Lanes after the last row add -0 to
// the columns.
#include "emit/stages/Table.h"

#include "emit/kernel/Values.h"
#include "emit/stages/Accumulate.h"
#include "emit/stages/Stages.h"
#include "emit/stages/Stores.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace lz::emit {

using mlir::Value;

namespace {

// The value from which sums of columns begin.
Value emptySum(KernelContext& k, const region::PlanOutput& output, int lanes) {
  return k.b.splat(k.b.constant(Literal::splat({k.node(output.value).dtype, {}}, -0.0)), lanes);
}

// Combines the lanes of a register: 16 lanes -> 8 -> 4 -> 2 -> 1.
Value sumOfLanes(KernelContext& k, Value sum) {
  for (int lanes = LaneBuilder::lanesOf(sum) / 2; lanes >= 1; lanes /= 2) {
    if (lanes == 1)
      return k.b.addf(k.b.extract(sum, 0), k.b.extract(sum, 1));
    llvm::SmallVector<int64_t> low, high;
    for (int lane = 0; lane < lanes; ++lane) {
      low.push_back(lane);
      high.push_back(lanes + lane);
    }
    auto half = [&](llvm::ArrayRef<int64_t> picked) -> Value {
      return k.builder.create<mlir::vector::ShuffleOp>(k.b.loc(), sum, sum, picked);
    };
    Value first = half(low), second = half(high);
    sum = k.b.addf(first, second);
  }
  return sum;
}

// Runs `body` at each row of the block.
Status forEachRow(Stages& s, Scope& scope, llvm::function_ref<Status(Scope& row)> body) {
  KernelContext& k = s.k;
  const int32_t dim = k.gridDims.back();
  auto [first, end] = s.unit.part(k, scope);
  k.focus(scope);
  Value last = k.b.mins(end, k.b.intLike(end, k.extent(dim)));
  auto row = [&](Scope& at, Value d, const Values&) -> StatusOr<Values> {
    at.bind(dim, {d});
    LZ_RETURN_IF_ERROR(body(at));
    return Values();
  };
  return emitFor(k, scope, {first}, {last}, 1, {}, row).status();
}

Status beginRows(Stages& s, const schedule::Stage& table, Scope& unit) {
  KernelContext& k = s.k;
  auto begin = [&](Scope& vector) -> Status {
    for (const schedule::Stage* round : s.table.rounds) {
      Values inits;
      for (region::NodeId init : k.reductionOf(*round).inits) {
        LZ_ASSIGN_OR_RETURN(Value value, emitWide(k, init, vector));
        inits.push_back(k.b.splat(value, k.lanes));
      }
      s.table.storeRows(*round, inits, vector);
    }
    s.table.clearGathered(vector);
    return okStatus();
  };
  auto vector = [&](Scope& at, Value d, const Values&) -> StatusOr<Values> {
    at.bindLanes(k.gridDims.back(), {d}, k.lanes, {});
    LZ_RETURN_IF_ERROR(begin(at));
    return Values();
  };
  auto [first, end] = s.unit.part(k, unit);
  LZ_RETURN_IF_ERROR(emitFor(k, unit, {first}, {end}, k.lanes, {}, vector).status());
  LoopsOf none(k, nullptr);
  return forEachRow(s, unit, [&](Scope& row) { return s.table.keepGathered(row); });
}

// Runs `body` at each vector of rows of the block. Rows after the last whole vector of the table
// are in single registers. This makes the code of the rounds shorter, so it compiles faster.
Status forEachVector(Stages& s, const schedule::Stage& table, Scope& scope,
                     llvm::function_ref<Status(Scope& vector)> body) {
  KernelContext& k = s.k;
  const int32_t dim = k.gridDims.back();
  const int lanes = s.table.registerLanes();
  const int64_t rows = k.extent(dim), whole = rows / k.lanes * k.lanes, some = rows / lanes * lanes;
  auto [first, end] = s.unit.part(k, scope);
  auto over = [&](Scope& around, BoundDim from, BoundDim to, int count) {
    auto vector = [&](Scope& at, Value d, const Values&) -> StatusOr<Values> {
      at.stage = &table;
      at.bindLanes(dim, {d}, count, {});
      LZ_RETURN_IF_ERROR(body(at));
      return Values();
    };
    return emitFor(k, around, from, to, count, {}, vector).status();
  };
  k.focus(scope);
  Value wholeEnd = k.b.mins(end, k.b.intLike(end, whole));
  LZ_RETURN_IF_ERROR(over(scope, {first}, {wholeEnd}, k.lanes));
  if (whole == rows)
    return okStatus();
  k.focus(scope);
  Value isLast = k.b.cmpi(LaneBuilder::ICmp::sgt, end, k.b.intLike(end, whole));
  return emitIf(k, scope, isLast, [&](Scope& last) -> Status {
    if (some > whole)
      LZ_RETURN_IF_ERROR(over(last, {{}, whole}, {{}, some}, lanes));
    if (some == rows)
      return okStatus();
    k.focus(last);
    Scope rest(last, last.at);
    rest.stage = &table;
    rest.bindLanes(dim, {{}, some}, lanes, laneTailMask(k, int(rows - some), lanes));
    return body(rest);
  });
}

// Runs `body` at each column of the tile. `place` is the number of the column in the tile.
Status forEachColumn(KernelContext& k, Scope& scope, TableMemory::Tile tile,
                     llvm::function_ref<Status(Scope& column, Value d, Value place)> body) {
  LoopsOf none(k, nullptr);
  auto column = [&](Scope& at, Value d, const Values&) -> StatusOr<Values> {
    k.focus(at);
    LZ_RETURN_IF_ERROR(body(at, d, k.b.subi(d, tile.first)));
    return Values();
  };
  return emitFor(k, scope, {tile.first}, {tile.end}, 1, {}, column).status();
}

Status clearColumns(Stages& s, Scope& scope, TableMemory::Tile tile) {
  return forEachColumn(s.k, scope, tile, [&](Scope&, Value, Value place) {
    for (size_t output : s.table.outputs)
      s.table.storeColumn(output, place,
                          emptySum(s.k, s.k.plan.outputs[output], s.table.registerLanes()));
    return okStatus();
  });
}

// Returns sum + value. A product becomes a fused multiply-add, even if other sums share the
// product. Gradients of 10,000 points take, in ms (Zen 4):
//
//                         10 numbers  3 numbers  1 number, f64  1 number, f64, AVX2
//   fused                       47.4       25.0           43.5                  135
//   products are shared         52.0       26.3           41.7                  138
Value addTo(KernelContext& k, Value sum, Value value) {
  auto product = value.getDefiningOp<mlir::arith::MulFOp>();
  return product ? k.b.fma(product.getLhs(), product.getRhs(), sum) : k.b.addf(sum, value);
}

// Adds the registers of the value to the sum of a column.
Value addRegisters(KernelContext& k, Value sum, Value value) {
  const int lanes = LaneBuilder::lanesOf(sum);
  auto part = [&](Value whole, int64_t first) -> Value {
    if (LaneBuilder::lanesOf(whole) == lanes)
      return whole;
    llvm::SmallVector<int64_t> picked;
    for (int64_t lane = first; lane < first + lanes; ++lane)
      picked.push_back(lane);
    return k.builder.create<mlir::vector::ShuffleOp>(k.b.loc(), whole, whole, picked);
  };
  auto product = value.getDefiningOp<mlir::arith::MulFOp>();
  for (int first = 0; first < LaneBuilder::lanesOf(value); first += lanes)
    sum = product ? k.b.fma(part(product.getLhs(), first), part(product.getRhs(), first), sum)
                  : k.b.addf(sum, part(value, first));
  return sum;
}

// Adds the values of the outputs at a point to the sums of the point's column.
Status addToColumns(Stages& s, const schedule::Stage& round, Scope& point, Value place) {
  KernelContext& k = s.k;
  for (size_t i : round.outputs) {
    const region::PlanOutput& output = k.plan.outputs[i];
    LZ_ASSIGN_OR_RETURN(Value value, emitWide(k, output.value, point));
    k.focus(point);
    if (point.laneMask)
      value = k.b.select(point.laneMask, value, emptySum(k, output, point.lanes));
    s.table.storeColumn(i, place, addRegisters(k, s.table.loadColumn(i, place), value));
  }
  return okStatus();
}

// Stores values that later rounds need.
Status keepValues(Stages& s, const schedule::Stage& round, Scope& point, Value place) {
  for (region::NodeId id : round.keeps) {
    LZ_ASSIGN_OR_RETURN(Value value, emitWide(s.k, id, point));
    s.table.storeKept(id, place, value);
  }
  return okStatus();
}

// Stores the sums of columns of this block.
Status storeColumnSums(Stages& s, int32_t column, Scope& scope, TableMemory::Tile tile) {
  KernelContext& k = s.k;
  return forEachColumn(k, scope, tile, [&](Scope& at, Value d, Value place) {
    at.bind(column, {d});
    at.bind(k.gridDims.back(), {s.unit.part(k, at).first});
    for (size_t i : s.table.outputs) {
      const region::PlanOutput& output = k.plan.outputs[i];
      Value sum = sumOfLanes(k, s.table.loadColumn(i, place));
      k.memory().storeScalar(k.plan.outputTypes[size_t(output.buffer)], sum,
                             k.outputs[size_t(output.buffer)], k.index.scalar(output.expr, at), {});
    }
    return okStatus();
  });
}

Status addTiles(Stages& s, const schedule::Stage& table, Scope& unit) {
  KernelContext& k = s.k;
  const int32_t column = table.loops.front().dim;
  const int64_t count = k.extent(column), some = k.grid.columnsOfTable;
  if (count == 0)
    return okStatus();
  auto tile = [&](Scope& scope, Value first, const Values&) -> StatusOr<Values> {
    k.focus(scope);
    Value end = k.b.mins(k.b.addi(first, k.b.intLike(first, some)), k.b.intLike(first, count));
    const TableMemory::Tile columns = s.table.tile = {first, end};
    LZ_RETURN_IF_ERROR(clearColumns(s, scope, columns));
    auto rounds = [&](Scope& vector) -> Status {
      for (const schedule::Stage* round : s.table.rounds) {
        s.table.loadGathered(vector); // again, so that registers hold only what the round needs
        LZ_RETURN_IF_ERROR(s.run(*round, vector));
      }
      return okStatus();
    };
    LZ_RETURN_IF_ERROR(forEachVector(s, table, scope, rounds));
    LZ_RETURN_IF_ERROR(storeColumnSums(s, column, scope, columns));
    return Values();
  };
  return emitLongFor(k, unit, count, some, k.grid.tileLanes / k.lanes, {}, tile).status();
}

} // namespace

Status emitTable(Stages& s, const schedule::Stage& table, Scope& unit) {
  s.unit.part(s.k, unit); // before all loops
  LZ_RETURN_IF_ERROR(beginRows(s, table, unit));
  LZ_RETURN_IF_ERROR(addTiles(s, table, unit));
  for (size_t child : table.children)
    if (const schedule::Stage& stage = s.k.schedule.stages[child];
        stage.kind == schedule::StageKind::TableStores)
      LZ_RETURN_IF_ERROR(s.run(stage, unit));
  return okStatus();
}

// Makes fused multiply-adds of additions of products to the sums of rows.
static void fuseProducts(KernelContext& k, Values& sums) {
  for (Value& sum : sums)
    if (auto added = sum.getDefiningOp<mlir::arith::AddFOp>())
      sum = addTo(k, added.getLhs(), added.getRhs());
}

// Adds the points of a vector of rows in the columns of a tile to the sums of a round.
Status emitTableSums(Stages& s, const schedule::Stage& round, Scope& vector) {
  KernelContext& k = s.k;
  Value begin = s.table.tile.first;
  auto point = [&](Scope& at, Value d, const Values& rows) -> StatusOr<Values> {
    at.stage = &round;
    at.bind(round.loops.back().dim, {d});
    k.focus(at);
    Value place = k.b.subi(d, begin);
    for (const schedule::KeptRow& read : round.reads)
      at.values[read.used] = s.table.loadKept(read.made, place, at.lanes);
    LZ_ASSIGN_OR_RETURN(Values next,
                        step(k, k.reductionOf(round), at, rows, /*vectorResult=*/true));
    k.focus(at);
    fuseProducts(k, next);
    LZ_RETURN_IF_ERROR(addToColumns(s, round, at, place));
    LZ_RETURN_IF_ERROR(keepValues(s, round, at, place));
    return next;
  };
  Values rows = s.table.loadRows(round, vector);
  LZ_ASSIGN_OR_RETURN(rows, emitFor(k, vector, {begin}, {s.table.tile.end}, 1, rows, point));
  s.table.storeRows(round, rows, vector);
  return okStatus();
}

// Stores row by row. Vectors of rows would need more code if the rows of an output are far apart.
Status emitTableStores(Stages& s, const schedule::Stage& stores, Scope& unit) {
  return forEachRow(s, unit, [&](Scope& row) {
    row.stage = &stores;
    for (const schedule::Stage* round : s.table.rounds)
      row.reductions[round->reduction] = s.table.loadRows(*round, row);
    return emitStoresAt(s, stores, row);
  });
}

} // namespace lz::emit
