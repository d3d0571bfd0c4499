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
#include "schedule/ShortRows.h"

#include "emit/core/KernelEmitter.h"
#include "emit/memory/Transpose.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <algorithm>

namespace lz::emit {

using mlir::Value;
namespace LLVM = mlir::LLVM;

namespace {

// Bits of an element in registers that can be turned; 0: it is too narrow.
unsigned turnedWidth(DType dtype) {
  return isFloat(dtype)         ? std::max(32u, unsigned(8 * byteSize(dtype)))
         : byteSize(dtype) >= 4 ? unsigned(8 * byteSize(dtype))
                                : 0;
}

// The only inner dim of an output whose points are the columns of its rows.
bool writesWholeRows(const RegionPlan& plan, const PlanOutput& output, const ShortRow& row) {
  for (int32_t d : output.dims)
    if (plan.dims[size_t(d)].kind == DimKind::Inner)
      return plan.dims[size_t(d)].extent == row.length && row.column == IndexExpr::dim(d);
  return row.length == 1;
}

} // namespace

void KernelEmitter::allocateShortRows() {
  if (!choice_.shortRows || lanes_ == 1)
    return;
  std::vector<int32_t> laneDims;
  if (choice_.lanes == LaneMode::GridLanes)
    laneDims.push_back(gridDims_.back());
  for (size_t r = 0; r < plan_.reductions.size(); ++r)
    if (schedule_.reductions[r].hasLanes)
      laneDims.push_back(plan_.reductions[r].dims.back());
  for (int32_t lanes : laneDims) {
    for (const PlanNode& n : plan_.nodes)
      if (std::optional<ShortRow> row = shortRowOf(n, lanes))
        allocateTurned(n.input, /*isOutput=*/false, n.dtype, *row);
    for (const PlanOutput& o : plan_.outputs)
      if (std::optional<ShortRow> row = shortRowOf(o, lanes))
        allocateTurned(o.buffer, /*isOutput=*/true, plan_.outputTypes[size_t(o.buffer)], *row);
  }
}

// Lanes that are outside compute with some numbers, too.
Status KernelEmitter::clearShortRows(Scope& root) {
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

void KernelEmitter::allocateTurned(int32_t buffer, bool isOutput, DType dtype,
                                   const ShortRow& row) {
  bool isNarrow = row.length == 1 && turnedWidth(dtype) == 0; // lies as the lanes are
  if (isNarrow || findTurned(buffer, isOutput, row))
    return;
  mlir::Type pointer = inputs_.empty() ? outputs_[0].getType() : inputs_[0].getType();
  Value memory = builder_.create<LLVM::AllocaOp>(b_.loc(), pointer, b_.registerType(dtype),
                                                 b_.intConstant(64, row.length * lanes_),
                                                 /*alignment=*/64);
  turned_.push_back({buffer, isOutput, dtype, row.first, row.length, memory});
}

std::optional<size_t> KernelEmitter::findTurned(int32_t buffer, bool isOutput,
                                                const ShortRow& row) const {
  for (size_t i = 0; i < turned_.size(); ++i)
    if (turned_[i].buffer == buffer && turned_[i].isOutput == isOutput &&
        turned_[i].first == row.first)
      return i;
  return std::nullopt;
}

std::optional<ShortRow> KernelEmitter::shortRowOf(const PlanNode& n, int32_t lanes) const {
  if (!choice_.shortRows || n.kind != NodeKind::Load || n.mask >= 0 || !n.dynamic.empty() ||
      n.dtype == DType::Pred)
    return std::nullopt;
  return lz::shortRowOf(plan_, n.expr, plan_.inputSizes[size_t(n.input)], lanes);
}

std::optional<ShortRow> KernelEmitter::shortRowOf(const PlanOutput& o, int32_t lanes) const {
  if (!choice_.shortRows || o.mask >= 0 || !o.dynamic.empty() ||
      plan_.outputTypes[size_t(o.buffer)] == DType::Pred)
    return std::nullopt;
  std::optional<ShortRow> row =
      lz::shortRowOf(plan_, o.expr, plan_.outputSizes[size_t(o.buffer)], lanes);
  return row && writesWholeRows(plan_, o, *row) ? row : std::nullopt;
}

// Points lo to hi - 1 of the only grid dim, as many at a time as there are lanes.
Status KernelEmitter::emitGroups(Scope& root, Value lo, Value hi) {
  auto group = [&](Scope& scope, Value first, const Values&) -> StatusOr<Values> {
    focus(scope);
    scope.startsAnywhere = true;
    if (lanes_ == 1) {
      scope.bind(gridDims_.back(), {first});
    } else {
      Value left = b_.subi(hi, first);
      scope.laneCount = b_.mins(left, b_.intLike(left, lanes_));
      Value count = b_.splat(b_.trunci(scope.laneCount, builder_.getI32Type()), lanes_);
      Value mask = b_.cmpi(LaneBuilder::ICmp::slt, index_.laneSteps(1, lanes_, 32), count);
      scope.bindLanes(gridDims_.back(), {first}, lanes_, mask);
    }
    LZ_RETURN_IF_ERROR(emitOutputs(scope));
    return Values();
  };
  return emitFor(root, {lo}, {hi}, lanes_, {}, group).status();
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

StatusOr<Value> KernelEmitter::loadShortRow(const PlanNode& n, Scope& scope) {
  std::optional<ShortRow> row = shortRowOf(n, scope.laneDim);
  std::optional<size_t> turned = row ? findTurned(n.input, /*isOutput=*/false, *row) : std::nullopt;
  if (!turned)
    return Value();
  Scope* home = &scope;
  while ((home->own >> scope.laneDim & 1) == 0)
    home = home->parent;
  if (home->turned.insert(*turned).second)
    LZ_RETURN_IF_ERROR(readRows(turned_[*turned], *home));
  focus(scope);
  return loadColumn(turned_[*turned], index_.scalar(row->column, scope));
}

bool KernelEmitter::storeShortRow(const PlanOutput& output, Value value, Scope& scope) {
  std::optional<ShortRow> row = shortRowOf(output, scope.laneDim);
  std::optional<size_t> turned =
      row ? findTurned(output.buffer, /*isOutput=*/true, *row) : std::nullopt;
  if (!turned)
    return false;
  focus(scope);
  storeColumn(turned_[*turned], index_.scalar(row->column, scope), value);
  return true;
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
