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
// There can be several rounds (schedule/tables/TableRounds.h), each with its own sums. A round
// stores values of the tile that later rounds load.
//
// The program adds up the sums of the blocks. The blocks follow from the shape of the table, so the
// order of additions does not depend on the number of threads. Lanes after the last row add -0 to
// the columns.
#include "emit/stages/Table.h"

#include "base/ElementStorage.h"
#include "emit/kernel/Values.h"
#include "emit/stages/Accumulate.h"
#include "emit/stages/Stages.h"
#include "emit/stages/Stores.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace lz::emit {

using mlir::Value;

TableMemory::TableMemory(KernelContext& k, Unit& unit) : k_(k), unit_(unit) {
  auto allocate = [&](DType dtype, int64_t count) {
    return k.allocate(k.builder.getI8Type(), storageBytes(dtype, count));
  };
  for (const schedule::Stage& s : k.schedule.stages) {
    if (s.kind != schedule::StageKind::TableSums)
      continue;
    rounds.push_back(&s);
    for (region::NodeId operand : k.reductionOf(s).operands)
      rows_[&s].push_back(allocate(k.node(operand).dtype, k.grid.tileLanes));
    for (region::NodeId id : s.keeps)
      kept_[id] = allocate(k.node(id).dtype, k.grid.columnsOfTable * k.lanes);
    outputs.insert(outputs.end(), s.outputs.begin(), s.outputs.end());
  }
  if (rounds.empty())
    return;
  columns_ =
      allocate(typeOfColumn(outputs[0]), k.grid.columnsOfTable * int64_t(outputs.size()) * k.lanes);
  findGathered();
  for (region::NodeId id : gathered_)
    gatheredRows_.push_back(allocate(k.node(id).dtype, k.grid.tileLanes));
}

void TableMemory::findGathered() {
  const int32_t row = k_.gridDims.back();
  for (size_t id = 0; id < k_.plan.nodes.size(); ++id)
    if (const region::PlanNode& n = k_.plan.nodes[id];
        n.kind == region::NodeKind::Load && k_.depsOf(region::NodeId(id)) == uint64_t(1) << row &&
        n.mask < 0 && n.dynamic.empty() && n.expr.coefficient(row) > 1)
      gathered_.push_back(region::NodeId(id));
}

DType TableMemory::typeOfColumn(size_t output) const {
  return k_.node(k_.plan.outputs[output].value).dtype;
}

Value TableMemory::rowOf(Scope& vector) {
  k_.focus(vector);
  Value first = k_.asValue(vector.dims[size_t(k_.gridDims.back())]);
  return k_.b.subi(first, unit_.part(k_, vector).first);
}

Status TableMemory::keepGathered(Scope& vector) {
  for (size_t i = 0; i < gathered_.size(); ++i) {
    LZ_ASSIGN_OR_RETURN(Value value, emitWide(k_, gathered_[i], vector));
    Value row = rowOf(vector);
    k_.memory().storeVector(k_.node(gathered_[i]).dtype, value, gatheredRows_[i], row, {});
  }
  return okStatus();
}

void TableMemory::loadGathered(Scope& vector) {
  Value row = rowOf(vector);
  for (size_t i = 0; i < gathered_.size(); ++i)
    vector.values[gathered_[i]] = k_.memory().loadVector(k_.node(gathered_[i]).dtype,
                                                         gatheredRows_[i], row, k_.lanes, {}, {});
}

Values TableMemory::loadRows(const schedule::Stage& round, Scope& vector) {
  Value row = rowOf(vector);
  Values sums;
  for (auto [operand, array] : llvm::zip(k_.reductionOf(round).operands, rows_[&round]))
    sums.push_back(k_.memory().loadVector(k_.node(operand).dtype, array, row, k_.lanes, {}, {}));
  return sums;
}

void TableMemory::storeRows(const schedule::Stage& round, const Values& sums, Scope& vector) {
  Value row = rowOf(vector);
  for (auto [i, array] : llvm::enumerate(rows_[&round]))
    k_.memory().storeVector(k_.node(k_.reductionOf(round).operands[i]).dtype, sums[i], array, row,
                            {});
}

Value TableMemory::placeOf(Value place) {
  return k_.b.muli(place, k_.b.intLike(place, k_.lanes));
}

Value TableMemory::columnOf(size_t output, Value place) {
  Value first = k_.b.muli(place, k_.b.intLike(place, int64_t(outputs.size())));
  auto i = std::find(outputs.begin(), outputs.end(), output) - outputs.begin();
  return placeOf(k_.b.addi(first, k_.b.intLike(first, int64_t(i))));
}

Value TableMemory::loadColumn(size_t output, Value place) {
  return k_.memory().loadVector(typeOfColumn(output), columns_, columnOf(output, place), k_.lanes,
                                {}, {});
}

void TableMemory::storeColumn(size_t output, Value place, Value sum) {
  k_.memory().storeVector(typeOfColumn(output), sum, columns_, columnOf(output, place), {});
}

Value TableMemory::loadKept(region::NodeId id, Value place) {
  return k_.memory().loadVector(k_.node(id).dtype, kept_[id], placeOf(place), k_.lanes, {}, {});
}

void TableMemory::storeKept(region::NodeId id, Value place, Value value) {
  k_.memory().storeVector(k_.node(id).dtype, value, kept_[id], placeOf(place), {});
}

namespace {

// The value from which sums of columns begin.
Value emptySum(KernelContext& k, const region::PlanOutput& output) {
  return k.b.splat(k.b.constant(Literal::splat({k.node(output.value).dtype, {}}, -0.0)), k.lanes);
}

// Combines the lanes of a vector: 16 lanes -> 8 -> 4 -> 2 -> 1.
Value sumOfLanes(KernelContext& k, Value sum) {
  for (int lanes = k.lanes / 2; lanes >= 1; lanes /= 2) {
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

Status beginRows(Stages& s, const schedule::Stage& table, Scope& unit) {
  KernelContext& k = s.k;
  return emitVectorsOfUnit(k, s.unit, table, k.gridDims.back(), unit, [&](Scope& vector) -> Status {
    for (const schedule::Stage* round : s.table.rounds) {
      Values inits;
      for (region::NodeId init : k.reductionOf(*round).inits) {
        LZ_ASSIGN_OR_RETURN(Value value, emitWide(k, init, vector));
        inits.push_back(k.b.splat(value, k.lanes));
      }
      s.table.storeRows(*round, inits, vector);
    }
    return s.table.keepGathered(vector);
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
      s.table.storeColumn(output, place, emptySum(s.k, s.k.plan.outputs[output]));
    return okStatus();
  });
}

// Adds the values of the outputs at a point to the sums of the point's column. The sums of rows and
// the sums of columns share their products, so additions are separate instructions. If each sum
// used fused multiply-adds instead, points of 10 numbers would take 1.06 times as long (Zen 4).
Status addToColumns(Stages& s, const schedule::Stage& round, Scope& point, Value place) {
  KernelContext& k = s.k;
  for (size_t i : round.outputs) {
    const region::PlanOutput& output = k.plan.outputs[i];
    LZ_ASSIGN_OR_RETURN(Value value, emitWide(k, output.value, point));
    k.focus(point);
    if (point.laneMask)
      value = k.b.select(point.laneMask, value, emptySum(k, output));
    s.table.storeColumn(i, place, k.b.addf(s.table.loadColumn(i, place), value));
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
      s.table.loadGathered(vector);
      for (const schedule::Stage* round : s.table.rounds)
        LZ_RETURN_IF_ERROR(s.run(*round, vector));
      return okStatus();
    };
    LZ_RETURN_IF_ERROR(emitVectorsOfUnit(k, s.unit, table, k.gridDims.back(), scope, rounds));
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
      at.values[read.used] = s.table.loadKept(read.made, place);
    LZ_ASSIGN_OR_RETURN(Values next,
                        step(k, k.reductionOf(round), at, rows, /*vectorResult=*/true));
    k.focus(at);
    LZ_RETURN_IF_ERROR(addToColumns(s, round, at, place));
    LZ_RETURN_IF_ERROR(keepValues(s, round, at, place));
    return next;
  };
  Values rows = s.table.loadRows(round, vector);
  LZ_ASSIGN_OR_RETURN(rows, emitFor(k, vector, {begin}, {s.table.tile.end}, 1, rows, point));
  s.table.storeRows(round, rows, vector);
  return okStatus();
}

Status emitTableStores(Stages& s, const schedule::Stage& stores, Scope& unit) {
  KernelContext& k = s.k;
  return emitVectorsOfUnit(k, s.unit, stores, k.gridDims.back(), unit, [&](Scope& vector) {
    for (const schedule::Stage* round : s.table.rounds)
      vector.reductions[round->reduction] = s.table.loadRows(*round, vector);
    return emitStoresAt(s, stores, vector);
  });
}

} // namespace lz::emit
