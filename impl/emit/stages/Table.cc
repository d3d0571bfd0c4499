// Emits sums of the rows and of the columns of a table in one pass over the table. A unit has a
// block of rows, with a row in each lane. Sums of rows are in registers while the loop runs over
// the columns of a tile. Sums of columns are in the first-level cache, with a vector for each
// column, whose lanes are combined at the end of the block:
//
//   r[d0] = sum over d1 of t[d0, d1],  c[d1] = sum over d0 of t[d0, d1], blocks of 128 rows:
//     rows[0..127] = 0
//     for d1 = 0, 64, ...:                         a tile of columns
//       columns[0..63][lanes] = 0
//       for d0 = 0, 16, ..., 112 in the block:     a vector of rows
//         s = rows[d0..]
//         for each column of the tile:  s += t; columns[d1] += t
//         rows[d0..] = s
//       out1[block, d1] = the sum of the lanes of columns[d1]
//     out0 = rows
//
// The program adds up the blocks. They follow from the shape of the table, so the order of
// additions does not depend on the number of threads. Lanes after the last row add -0 to the
// columns.
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
  for (const schedule::Stage& s : k.schedule.stages)
    if (s.kind == schedule::StageKind::TableSums)
      stage = &s;
  if (!stage)
    return;
  auto allocate = [&](DType dtype, int64_t count) {
    return k.allocate(k.builder.getI8Type(), storageBytes(dtype, count));
  };
  const int32_t row = k.gridDims.back();
  for (size_t id = 0; id < k.plan.nodes.size(); ++id)
    if (const region::PlanNode& n = k.plan.nodes[id];
        n.kind == region::NodeKind::Load && k.depsOf(region::NodeId(id)) == uint64_t(1) << row &&
        n.mask < 0 && n.dynamic.empty() && n.expr.coefficient(row) > 1)
      gathered_.push_back(region::NodeId(id));
  for (region::NodeId id : gathered_)
    kept_.push_back(allocate(k.node(id).dtype, k.grid.tileLanes));
  for (region::NodeId operand : k.reductionOf(*stage).operands)
    rows_.push_back(allocate(k.node(operand).dtype, k.grid.tileLanes));
  columns_ =
      allocate(typeOfColumn(0), k.grid.columnsOfTable * int64_t(stage->outputs.size()) * k.lanes);
}

DType TableMemory::typeOfColumn(size_t i) const {
  return k_.node(k_.plan.outputs[stage->outputs[i]].value).dtype;
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
    k_.memory().storeVector(k_.node(gathered_[i]).dtype, value, kept_[i], row, {});
  }
  return okStatus();
}

void TableMemory::loadGathered(Scope& vector) {
  Value row = rowOf(vector);
  for (size_t i = 0; i < gathered_.size(); ++i)
    vector.values[gathered_[i]] =
        k_.memory().loadVector(k_.node(gathered_[i]).dtype, kept_[i], row, k_.lanes, {}, {});
}

Values TableMemory::loadRows(Scope& vector) {
  Value row = rowOf(vector);
  Values sums;
  for (size_t i = 0; i < rows_.size(); ++i)
    sums.push_back(k_.memory().loadVector(k_.node(k_.reductionOf(*stage).operands[i]).dtype,
                                          rows_[i], row, k_.lanes, {}, {}));
  return sums;
}

void TableMemory::storeRows(const Values& sums, Scope& vector) {
  Value row = rowOf(vector);
  for (size_t i = 0; i < rows_.size(); ++i)
    k_.memory().storeVector(k_.node(k_.reductionOf(*stage).operands[i]).dtype, sums[i], rows_[i],
                            row, {});
}

Value TableMemory::columnOf(size_t i, Value place) {
  Value first = k_.b.muli(place, k_.b.intLike(place, int64_t(stage->outputs.size())));
  return k_.b.muli(k_.b.addi(first, k_.b.intLike(first, int64_t(i))),
                   k_.b.intLike(first, k_.lanes));
}

Value TableMemory::loadColumn(size_t i, Value place) {
  return k_.memory().loadVector(typeOfColumn(i), columns_, columnOf(i, place), k_.lanes, {}, {});
}

void TableMemory::storeColumn(size_t i, Value place, Value sum) {
  k_.memory().storeVector(typeOfColumn(i), sum, columns_, columnOf(i, place), {});
}

Status emitTable(Stages& s, const schedule::Stage& table, Scope& unit) {
  s.unit.part(s.k, unit); // before all loops
  for (size_t child : table.children)
    LZ_RETURN_IF_ERROR(s.run(s.k.schedule.stages[child], unit));
  return okStatus();
}

namespace {

// A tile of columns: the columns [first, end).
struct Tile {
  Value first, end;
};

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

Status beginRows(Stages& s, const schedule::Stage& sums, Scope& unit) {
  KernelContext& k = s.k;
  return emitVectorsOfUnit(k, s.unit, sums, k.gridDims.back(), unit, [&](Scope& vector) -> Status {
    Values inits;
    for (region::NodeId init : k.reductionOf(sums).inits) {
      LZ_ASSIGN_OR_RETURN(Value value, emitWide(k, init, vector));
      inits.push_back(k.b.splat(value, k.lanes));
    }
    s.table.storeRows(inits, vector);
    return s.table.keepGathered(vector);
  });
}

// Runs `body` at each column of the tile. `place` is the number of the column in the tile.
Status forEachColumn(KernelContext& k, Scope& scope, Tile tile,
                     llvm::function_ref<Status(Scope& column, Value d, Value place)> body) {
  LoopsOf none(k, nullptr);
  auto column = [&](Scope& at, Value d, const Values&) -> StatusOr<Values> {
    k.focus(at);
    LZ_RETURN_IF_ERROR(body(at, d, k.b.subi(d, tile.first)));
    return Values();
  };
  return emitFor(k, scope, {tile.first}, {tile.end}, 1, {}, column).status();
}

Status clearColumns(Stages& s, const schedule::Stage& sums, Scope& scope, Tile tile) {
  return forEachColumn(s.k, scope, tile, [&](Scope&, Value, Value place) {
    for (size_t i = 0; i < sums.outputs.size(); ++i)
      s.table.storeColumn(i, place, emptySum(s.k, s.k.plan.outputs[sums.outputs[i]]));
    return okStatus();
  });
}

// Adds the values of the outputs at a point to the sums of the point's column.
Status addToColumns(Stages& s, const schedule::Stage& sums, Scope& point, Value place) {
  KernelContext& k = s.k;
  for (size_t i = 0; i < sums.outputs.size(); ++i) {
    const region::PlanOutput& output = k.plan.outputs[sums.outputs[i]];
    LZ_ASSIGN_OR_RETURN(Value value, emitWide(k, output.value, point));
    k.focus(point);
    if (point.laneMask)
      value = k.b.select(point.laneMask, value, emptySum(k, output));
    s.table.storeColumn(i, place, k.b.addf(s.table.loadColumn(i, place), value));
  }
  return okStatus();
}

// Adds the points of a tile to the sums of rows and of columns.
Status addTile(Stages& s, const schedule::Stage& sums, Scope& scope, Tile tile) {
  KernelContext& k = s.k;
  const int32_t column = sums.loops.back().dim;
  auto point = [&](Scope& at, Value d, const Values& rows) -> StatusOr<Values> {
    at.stage = &sums;
    at.bind(column, {d});
    LZ_ASSIGN_OR_RETURN(Values next, step(k, k.reductionOf(sums), at, rows, /*vectorResult=*/true));
    k.focus(at);
    LZ_RETURN_IF_ERROR(addToColumns(s, sums, at, k.b.subi(d, tile.first)));
    return next;
  };
  return emitVectorsOfUnit(k, s.unit, sums, k.gridDims.back(), scope, [&](Scope& vector) -> Status {
    s.table.loadGathered(vector);
    Values rows = s.table.loadRows(vector);
    LZ_ASSIGN_OR_RETURN(rows, emitFor(k, vector, {tile.first}, {tile.end}, 1, rows, point));
    s.table.storeRows(rows, vector);
    return okStatus();
  });
}

// Stores the sums of columns of this block.
Status storeColumnSums(Stages& s, const schedule::Stage& sums, Scope& scope, Tile tile) {
  KernelContext& k = s.k;
  return forEachColumn(k, scope, tile, [&](Scope& at, Value d, Value place) {
    at.bind(sums.loops.back().dim, {d});
    at.bind(k.gridDims.back(), {s.unit.part(k, at).first});
    for (size_t i = 0; i < sums.outputs.size(); ++i) {
      const region::PlanOutput& output = k.plan.outputs[sums.outputs[i]];
      Value sum = sumOfLanes(k, s.table.loadColumn(i, place));
      k.memory().storeScalar(k.plan.outputTypes[size_t(output.buffer)], sum,
                             k.outputs[size_t(output.buffer)], k.index.scalar(output.expr, at), {});
    }
    return okStatus();
  });
}

} // namespace

Status emitTableSums(Stages& s, const schedule::Stage& sums, Scope& unit) {
  KernelContext& k = s.k;
  LZ_RETURN_IF_ERROR(beginRows(s, sums, unit));
  const int64_t count = k.extent(sums.loops.back().dim), some = k.grid.columnsOfTable;
  if (count == 0)
    return okStatus();
  auto tile = [&](Scope& scope, Value first, const Values&) -> StatusOr<Values> {
    k.focus(scope);
    Value end = k.b.mins(k.b.addi(first, k.b.intLike(first, some)), k.b.intLike(first, count));
    Tile columns{first, end};
    LZ_RETURN_IF_ERROR(clearColumns(s, sums, scope, columns));
    LZ_RETURN_IF_ERROR(addTile(s, sums, scope, columns));
    LZ_RETURN_IF_ERROR(storeColumnSums(s, sums, scope, columns));
    return Values();
  };
  return emitLongFor(k, unit, count, some, k.grid.tileLanes / k.lanes, {}, tile).status();
}

Status emitTableStores(Stages& s, const schedule::Stage& stores, Scope& unit) {
  KernelContext& k = s.k;
  return emitVectorsOfUnit(k, s.unit, stores, k.gridDims.back(), unit, [&](Scope& vector) {
    vector.reductions[s.table.stage->reduction] = s.table.loadRows(vector);
    return emitStoresAt(s, stores, vector);
  });
}

} // namespace lz::emit
