#include "emit/stages/ShortRows.h"

#include "emit/memory/Transpose.h"
#include "emit/stages/Map.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace lz::emit {

using mlir::Value;
namespace LLVM = mlir::LLVM;

ShortRows::ShortRows(KernelContext& k) : k_(k) {
  for (const schedule::TurnedRows& rows : k.schedule.turning.rows)
    turned_.push_back({rows, k.allocate(k.b.registerType(rows.dtype), rows.length * k.lanes)});
}

// Emits points lo .. hi - 1 of the only grid dim, as many at a time as there are lanes.
Status emitShortRows(Stages& s, const schedule::Stage& groups, Scope& root) {
  KernelContext& k = s.k;
  auto group = [&](Scope& scope, Value first, const Values&) -> StatusOr<Values> {
    k.focus(scope);
    scope.stage = &groups;
    scope.startsAnywhere = true;
    if (k.lanes == 1) {
      scope.bind(k.gridDims.back(), {first});
    } else {
      Value left = k.b.subi(k.frame.hi, first);
      scope.laneCount = k.b.mins(left, k.b.intLike(left, k.lanes));
      Value count = k.b.splat(k.b.trunci(scope.laneCount, k.builder.getI32Type()), k.lanes);
      Value mask = k.b.cmpi(LaneBuilder::ICmp::slt, k.index.laneSteps(1, k.lanes, 32), count);
      scope.bindLanes(k.gridDims.back(), {first}, k.lanes, mask);
    }
    LZ_RETURN_IF_ERROR(emitVector(s, scope));
    return Values();
  };
  return emitFor(k, root, {k.frame.lo}, {k.frame.hi}, k.lanes, {}, group).status();
}

// Fills the memory of the rows with zeros, because lanes without a row also compute with the values
// in this memory.
Status ShortRows::clear(Scope& root) {
  LoopsOf copying(k_, nullptr);
  for (const Turned& rows : turned_) {
    auto clear = [&](Scope& at, Value column, const Values&) -> StatusOr<Values> {
      k_.focus(at);
      storeColumn(rows, column, k_.b.splat(k_.b.zeroOf(k_.b.registerType(rows.dtype)), k_.lanes));
      return Values();
    };
    if (!rows.isOutput)
      LZ_RETURN_IF_ERROR(emitFor(k_, root, {{}, 0}, {{}, rows.length}, 1, {}, clear).status());
  }
  return okStatus();
}

Value ShortRows::columnAddress(const Turned& rows, Value column, Value lane) {
  Value index = k_.b.muli(column, k_.b.intLike(column, k_.lanes));
  if (lane)
    index = k_.b.addi(index, lane);
  return k_.builder.create<LLVM::GEPOp>(k_.b.loc(), rows.memory.getType(),
                                        k_.b.registerType(rows.dtype), rows.memory,
                                        mlir::ValueRange{index});
}

Value ShortRows::loadColumn(const Turned& rows, Value column) {
  auto type = mlir::VectorType::get({k_.lanes}, k_.b.registerType(rows.dtype));
  return k_.builder.create<LLVM::LoadOp>(k_.b.loc(), type, columnAddress(rows, column),
                                         unsigned(byteSize(rows.dtype)));
}

void ShortRows::storeColumn(const Turned& rows, Value column, Value x) {
  k_.builder.create<LLVM::StoreOp>(k_.b.loc(), x, columnAddress(rows, column),
                                   unsigned(byteSize(rows.dtype)));
}

StatusOr<Value> ShortRows::find(region::NodeId load, Scope& scope) {
  for (const schedule::TurnedAccess& access : k_.schedule.turning.accesses) {
    if (access.load != load || access.laneDim != scope.laneDim)
      continue;
    Scope* home = &scope;
    while ((home->own >> scope.laneDim & 1) == 0)
      home = home->parent;
    if (home->turned.insert(access.rows).second)
      LZ_RETURN_IF_ERROR(readRows(turned_[access.rows], *home));
    k_.focus(scope);
    return loadColumn(turned_[access.rows], k_.index.scalar(access.column, scope));
  }
  return Value();
}

bool ShortRows::store(size_t output, Value value, Scope& scope) {
  for (const schedule::TurnedAccess& access : k_.schedule.turning.accesses) {
    if (access.load >= 0 || access.output != output || access.laneDim != scope.laneDim)
      continue;
    k_.focus(scope);
    storeColumn(turned_[access.rows], k_.index.scalar(access.column, scope), value);
    return true;
  }
  return false;
}

Status ShortRows::forRows(const Turned& rows, Scope& lanes,
                          llvm::function_ref<Status(Scope& at)> whole,
                          llvm::function_ref<void(Value lane, Value column)> single) {
  bool turns = schedule::turnedWidth(rows.dtype) > 0;
  if (!lanes.laneMask && turns)
    return whole(lanes);
  const BoundDim& first = lanes.dims[size_t(lanes.laneDim)];
  BoundDim count{lanes.laneCount,
                 lanes.laneMask ? k_.extent(lanes.laneDim) - first.constant : k_.lanes};
  auto some = [&](Scope& scope) {
    auto row = [&](Scope& at, Value lane, const Values&) {
      auto element = [&](Scope& inner, Value column, const Values&) -> StatusOr<Values> {
        k_.focus(inner);
        single(lane, column);
        return Values();
      };
      return emitFor(k_, at, {{}, 0}, {{}, rows.length}, 1, {}, element);
    };
    return emitFor(k_, scope, {{}, 0}, count, 1, {}, row).status();
  };
  if (!turns || !lanes.laneCount)
    return some(lanes);
  k_.focus(lanes);
  Value isWhole =
      k_.b.cmpi(LaneBuilder::ICmp::eq, lanes.laneCount, k_.b.intLike(lanes.laneCount, k_.lanes));
  LZ_RETURN_IF_ERROR(emitIf(k_, lanes, isWhole, whole));
  k_.focus(lanes);
  return emitIf(k_, lanes, k_.b.noti(isWhole), some);
}

Value ShortRows::placeInRows(const Turned& rows, Value lane, Value column) {
  return k_.b.addi(k_.b.muli(lane, k_.b.intLike(lane, rows.length)), column);
}

// Calls `part` for each part of the columns, from the left. The last part may overlap the previous
// one, because all parts have the same number of columns.
Status ShortRows::emitParts(const Turned& rows, Scope& scope,
                            llvm::function_ref<void(Value first, int count)> part) {
  int count = columnsOfPart(k_.lanes, schedule::turnedWidth(rows.dtype));
  if (rows.length <= count) {
    k_.focus(scope);
    part(k_.b.intConstant(64, 0), int(rows.length));
    return okStatus();
  }
  auto some = [&](Scope& at, Value next, const Values&) -> StatusOr<Values> {
    k_.focus(at);
    part(k_.b.mins(next, k_.b.intLike(next, rows.length - count)), count);
    return Values();
  };
  return emitFor(k_, scope, {{}, 0}, {{}, rows.length}, count, {}, some).status();
}

Status ShortRows::readRows(const Turned& rows, Scope& lanes) {
  LoopsOf copying(k_, nullptr);
  k_.focus(lanes);
  Memory memory = k_.memory();
  Value from = memory.elementAddress(k_.inputs[size_t(rows.buffer)], rows.dtype,
                                     k_.index.scalar(rows.first, lanes));
  unsigned width = schedule::turnedWidth(rows.dtype);
  auto part = [&](Value first, int count) {
    Value base = memory.elementAddress(from, rows.dtype, first);
    auto load = [&](int64_t offset, int elements) {
      return memory.loadVector(rows.dtype, base, k_.b.intConstant(64, offset), elements, {}, {});
    };
    Values columns;
    if (count == columnsOfPart(k_.lanes, width)) {
      columns = loadColumns(k_.b, k_.lanes, width, count, [&](int row, int, int elements) {
        return load(row * rows.length, elements);
      });
    } else {
      for (int v = 0; v < count; ++v)
        columns.push_back(load(int64_t(v) * k_.lanes, k_.lanes));
      columns = columnsOfRows(k_.b, columns);
    }
    for (int c = 0; c < count; ++c)
      storeColumn(rows, k_.b.addi(first, k_.b.intLike(first, c)), columns[size_t(c)]);
  };
  auto whole = [&](Scope& at) { return emitParts(rows, at, part); };
  return forRows(rows, lanes, whole, [&](Value lane, Value column) {
    Value x = memory.loadScalar(rows.dtype, from, placeInRows(rows, lane, column), {});
    k_.builder.create<LLVM::StoreOp>(k_.b.loc(), x, columnAddress(rows, column, lane));
  });
}

Status ShortRows::writeRows(const Turned& rows, Scope& lanes) {
  LoopsOf copying(k_, nullptr);
  k_.focus(lanes);
  Memory memory = k_.memory();
  Value to = memory.elementAddress(k_.outputs[size_t(rows.buffer)], rows.dtype,
                                   k_.index.scalar(rows.first, lanes));
  unsigned width = schedule::turnedWidth(rows.dtype);
  auto part = [&](Value first, int count) {
    Value base = memory.elementAddress(to, rows.dtype, first);
    auto storeAt = [&](int64_t offset, Value x) {
      memory.storeVector(rows.dtype, x, base, k_.b.intConstant(64, offset), {});
    };
    Values columns;
    for (int c = 0; c < count; ++c)
      columns.push_back(loadColumn(rows, k_.b.addi(first, k_.b.intLike(first, c))));
    if (count == columnsOfPart(k_.lanes, width)) {
      storeColumns(k_.b, columns, width, [&](int row, Value x) { storeAt(row * rows.length, x); });
      return;
    }
    Values vectors = rowsOfColumns(k_.b, columns);
    for (int v = 0; v < count; ++v)
      storeAt(int64_t(v) * k_.lanes, vectors[size_t(v)]);
  };
  auto whole = [&](Scope& at) { return emitParts(rows, at, part); };
  return forRows(rows, lanes, whole, [&](Value lane, Value column) {
    Value x = k_.builder.create<LLVM::LoadOp>(k_.b.loc(), k_.b.registerType(rows.dtype),
                                              columnAddress(rows, column, lane));
    memory.storeScalar(rows.dtype, x, to, placeInRows(rows, lane, column), {});
  });
}

Status ShortRows::write(Scope& lanes) {
  for (const Turned& rows : turned_)
    if (rows.isOutput)
      LZ_RETURN_IF_ERROR(writeRows(rows, lanes));
  return okStatus();
}

} // namespace lz::emit
