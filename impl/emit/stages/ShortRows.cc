// Short rows: rows of a few elements, a vector of rows at a time. Lanes along rows of 10 would
// leave 6 of 16 empty, and a sum of each row would be folded from lane to lane; with lanes over the
// rows each lane adds up its own.
//
//   softmax of 1000 x 10, 16 lanes: a unit is a row, and a kernel that is called for rows 5 to 44
//   takes 5 to 20, 21 to 36 and, masked, 37 to 44. Of 16 rows:
//     rows 5..20 are turned, 4 columns at a time (Transpose.h): columns 0..3, 4..7 and 6..9, the
//     last ones once more. On the stack are then 10 vectors, column c of lane r that of row 5 + r
//     m = maximum of the vectors; s = sum of e = exp(x - m); e / s, into 10 vectors more
//     these are turned back, 4 elements of a row at a time
//
// Fewer rows than lanes are copied element by element, and so are those of narrow types. Rows
// shorter than a part of a register are read and written as they lie, as whole vectors, and
// shuffled. All of it is one loop over groups of rows, so a row has the same bits wherever in a
// group it is.
#include "emit/core/KernelEmitter.h"
#include "emit/memory/Transpose.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace lz::emit {

using mlir::Value;
namespace LLVM = mlir::LLVM;

void KernelEmitter::allocateShortRows() {
  mlir::Type pointer = inputs_.empty() ? outputs_[0].getType() : inputs_[0].getType();
  for (const TurnedRows& rows : schedule_.turning.rows) {
    Value memory = builder_.create<LLVM::AllocaOp>(b_.loc(), pointer, b_.registerType(rows.dtype),
                                                   b_.intConstant(64, rows.length * lanes_),
                                                   /*alignment=*/64);
    turned_.push_back({rows, memory});
  }
}

// Lanes that are outside compute with some numbers, too.
Status KernelEmitter::clearShortRows(Scope& root) {
  LoopsOfNobody copying(*this);
  for (const Turned& rows : turned_) {
    auto clear = [&](Scope& at, Value column, const Values&) -> StatusOr<Values> {
      focus(at);
      storeColumn(rows, column, b_.splat(b_.zeroOf(b_.registerType(rows.dtype)), lanes_));
      return Values();
    };
    if (!rows.isOutput)
      LZ_RETURN_IF_ERROR(emitFor(root, {{}, 0}, {{}, rows.length}, 1, {}, clear).status());
  }
  return okStatus();
}

// Points lo to hi - 1 of the only grid dim, as many at a time as there are lanes.
Status KernelEmitter::emitGroups(const Stage& groups, Scope& root) {
  auto group = [&](Scope& scope, Value first, const Values&) -> StatusOr<Values> {
    focus(scope);
    scope.stage = &groups;
    scope.startsAnywhere = true;
    if (lanes_ == 1) {
      scope.bind(gridDims_.back(), {first});
    } else {
      Value left = b_.subi(frame_.hi, first);
      scope.laneCount = b_.mins(left, b_.intLike(left, lanes_));
      Value count = b_.splat(b_.trunci(scope.laneCount, builder_.getI32Type()), lanes_);
      Value mask = b_.cmpi(LaneBuilder::ICmp::slt, index_.laneSteps(1, lanes_, 32), count);
      scope.bindLanes(gridDims_.back(), {first}, lanes_, mask);
    }
    LZ_RETURN_IF_ERROR(emitVector(scope));
    return Values();
  };
  return emitFor(root, {frame_.lo}, {frame_.hi}, lanes_, {}, group).status();
}

// Of element `lane` of a column.
Value KernelEmitter::columnAddress(const Turned& rows, Value column, Value lane) {
  Value index = b_.muli(column, b_.intLike(column, lanes_));
  if (lane)
    index = b_.addi(index, lane);
  return builder_.create<LLVM::GEPOp>(b_.loc(), rows.memory.getType(), b_.registerType(rows.dtype),
                                      rows.memory, mlir::ValueRange{index});
}

Value KernelEmitter::loadColumn(const Turned& rows, Value column) {
  auto type = mlir::VectorType::get({lanes_}, b_.registerType(rows.dtype));
  return builder_.create<LLVM::LoadOp>(b_.loc(), type, columnAddress(rows, column),
                                       unsigned(byteSize(rows.dtype)));
}

void KernelEmitter::storeColumn(const Turned& rows, Value column, Value x) {
  builder_.create<LLVM::StoreOp>(b_.loc(), x, columnAddress(rows, column),
                                 unsigned(byteSize(rows.dtype)));
}

StatusOr<Value> KernelEmitter::loadShortRow(NodeId load, Scope& scope) {
  for (const TurnedAccess& access : schedule_.turning.accesses) {
    if (access.load != load || access.laneDim != scope.laneDim)
      continue;
    Scope* home = &scope;
    while ((home->own >> scope.laneDim & 1) == 0)
      home = home->parent;
    if (home->turned.insert(access.rows).second)
      LZ_RETURN_IF_ERROR(readRows(turned_[access.rows], *home));
    focus(scope);
    return loadColumn(turned_[access.rows], index_.scalar(access.column, scope));
  }
  return Value();
}

bool KernelEmitter::storeShortRow(size_t output, Value value, Scope& scope) {
  for (const TurnedAccess& access : schedule_.turning.accesses) {
    if (access.load >= 0 || access.output != output || access.laneDim != scope.laneDim)
      continue;
    focus(scope);
    storeColumn(turned_[access.rows], index_.scalar(access.column, scope), value);
    return true;
  }
  return false;
}

// Runs `whole` where all lanes are inside, else `single` for each element of those that are.
Status KernelEmitter::emitShortRows(const Turned& rows, Scope& lanes,
                                    llvm::function_ref<Status(Scope& at)> whole,
                                    llvm::function_ref<void(Value lane, Value column)> single) {
  bool turns = turnedWidth(rows.dtype) > 0;
  if (!lanes.laneMask && turns)
    return whole(lanes);
  const BoundDim& first = lanes.dims[size_t(lanes.laneDim)];
  BoundDim count{lanes.laneCount, lanes.laneMask ? extent(lanes.laneDim) - first.constant : lanes_};
  auto some = [&](Scope& scope) {
    auto row = [&](Scope& at, Value lane, const Values&) {
      auto element = [&](Scope& inner, Value column, const Values&) -> StatusOr<Values> {
        focus(inner);
        single(lane, column);
        return Values();
      };
      return emitFor(at, {{}, 0}, {{}, rows.length}, 1, {}, element);
    };
    return emitFor(scope, {{}, 0}, count, 1, {}, row).status();
  };
  if (!turns || !lanes.laneCount)
    return some(lanes);
  focus(lanes);
  Value isWhole =
      b_.cmpi(LaneBuilder::ICmp::eq, lanes.laneCount, b_.intLike(lanes.laneCount, lanes_));
  LZ_RETURN_IF_ERROR(emitIf(lanes, isWhole, whole));
  focus(lanes);
  return emitIf(lanes, b_.noti(isWhole), some);
}

Value KernelEmitter::placeInRows(const Turned& rows, Value lane, Value column) {
  return b_.addi(b_.muli(lane, b_.intLike(lane, rows.length)), column);
}

// Columns first to first + count - 1, from the left; the last ones overlap those before.
Status KernelEmitter::emitParts(const Turned& rows, Scope& scope,
                                llvm::function_ref<void(Value first, int count)> part) {
  int count = columnsOfPart(lanes_, turnedWidth(rows.dtype));
  if (rows.length <= count) {
    focus(scope);
    part(b_.intConstant(64, 0), int(rows.length));
    return okStatus();
  }
  auto some = [&](Scope& at, Value next, const Values&) -> StatusOr<Values> {
    focus(at);
    part(b_.mins(next, b_.intLike(next, rows.length - count)), count);
    return Values();
  };
  return emitFor(scope, {{}, 0}, {{}, rows.length}, count, {}, some).status();
}

Status KernelEmitter::readRows(const Turned& rows, Scope& lanes) {
  LoopsOfNobody copying(*this);
  focus(lanes);
  Memory memory(b_, scratch_);
  Value from = memory.elementAddress(inputs_[size_t(rows.buffer)], rows.dtype,
                                     index_.scalar(rows.first, lanes));
  unsigned width = turnedWidth(rows.dtype);
  auto part = [&](Value first, int count) {
    Value base = memory.elementAddress(from, rows.dtype, first);
    auto load = [&](int64_t offset, int elements) {
      return memory.loadVector(rows.dtype, base, b_.intConstant(64, offset), elements, {}, {});
    };
    Values columns;
    if (count == columnsOfPart(lanes_, width)) {
      columns = loadColumns(b_, lanes_, width, count, [&](int row, int, int elements) {
        return load(row * rows.length, elements);
      });
    } else {
      for (int v = 0; v < count; ++v)
        columns.push_back(load(int64_t(v) * lanes_, lanes_));
      columns = columnsOfRows(b_, columns);
    }
    for (int c = 0; c < count; ++c)
      storeColumn(rows, b_.addi(first, b_.intLike(first, c)), columns[size_t(c)]);
  };
  auto whole = [&](Scope& at) { return emitParts(rows, at, part); };
  return emitShortRows(rows, lanes, whole, [&](Value lane, Value column) {
    Value x = memory.loadScalar(rows.dtype, from, placeInRows(rows, lane, column), {});
    builder_.create<LLVM::StoreOp>(b_.loc(), x, columnAddress(rows, column, lane));
  });
}

Status KernelEmitter::writeRows(const Turned& rows, Scope& lanes) {
  LoopsOfNobody copying(*this);
  focus(lanes);
  Memory memory(b_, scratch_);
  Value to = memory.elementAddress(outputs_[size_t(rows.buffer)], rows.dtype,
                                   index_.scalar(rows.first, lanes));
  unsigned width = turnedWidth(rows.dtype);
  auto part = [&](Value first, int count) {
    Value base = memory.elementAddress(to, rows.dtype, first);
    auto store = [&](int64_t offset, Value x) {
      memory.storeVector(rows.dtype, x, base, b_.intConstant(64, offset), {});
    };
    Values columns;
    for (int c = 0; c < count; ++c)
      columns.push_back(loadColumn(rows, b_.addi(first, b_.intLike(first, c))));
    if (count == columnsOfPart(lanes_, width)) {
      storeColumns(b_, columns, width, [&](int row, Value x) { store(row * rows.length, x); });
      return;
    }
    Values vectors = rowsOfColumns(b_, columns);
    for (int v = 0; v < count; ++v)
      store(int64_t(v) * lanes_, vectors[size_t(v)]);
  };
  auto whole = [&](Scope& at) { return emitParts(rows, at, part); };
  return emitShortRows(rows, lanes, whole, [&](Value lane, Value column) {
    Value x = builder_.create<LLVM::LoadOp>(b_.loc(), b_.registerType(rows.dtype),
                                            columnAddress(rows, column, lane));
    memory.storeScalar(rows.dtype, x, to, placeInRows(rows, lane, column), {});
  });
}

// After all values of these lanes: an output may lie over an input.
Status KernelEmitter::writeShortRows(Scope& lanes) {
  for (const Turned& rows : turned_)
    if (rows.isOutput)
      LZ_RETURN_IF_ERROR(writeRows(rows, lanes));
  return okStatus();
}

} // namespace lz::emit
