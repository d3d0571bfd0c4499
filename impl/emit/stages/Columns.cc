// Sums down the columns of a large matrix. It comes from memory at full speed along a page, and
// slower after every jump from a row to the next. So a unit has many columns, up to a page, whose
// sums stay in the first-level cache, and takes some rows at a time (ColumnCost.h):
//
//   out[d0] = sum over d1 of in0[4096*d1 + d0]^2, a unit of 1024 columns:
//     sums = 0
//     for d1 = 0, 8, ...:
//       for d0 = 0, 64, ..., 960:
//         s = sums[d0..]; s += in0[4096*d1 + d0..]^2, and the same of 7 rows more; sums[d0..] = s
//     out = sums
//
// A column is added up in the order of its rows, as with sums in registers. Reductions that follow
// from each other are sweeps of their own, which read the sums of those before: the maximum and the
// sum of exponentials of a softmax down its columns, and what is written for each row.
#include "base/ElementStorage.h"
#include "emit/core/KernelEmitter.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace lz::emit {

using mlir::Value;
using Values = KernelEmitter::Values;
namespace LLVM = mlir::LLVM;

void KernelEmitter::allocateSums() {
  sums_.resize(plan_.reductions.size());
  for (const Stage& stage : schedule_.stages) {
    if (stage.kind != StageKind::Sums)
      continue;
    for (NodeId operand : reductionOf(stage).operands)
      sums_[size_t(stage.reduction)].push_back(builder_.create<LLVM::AllocaOp>(
          b_.loc(), outputs_[0].getType(), builder_.getI8Type(),
          b_.intConstant(64, storageBytes(node(operand).dtype, grid_.tileLanes)),
          /*alignment=*/64));
  }
}

Status KernelEmitter::emitColumns(const Stage& columns, Scope& unit) {
  int64_t whole = extent(gridDims_.back()) / lanes_ * lanes_;
  Part part = partOfUnit(unit);
  columns_ = {part.first, b_.mins(part.end, b_.intLike(part.end, whole))};
  for (size_t child : columns.children)
    LZ_RETURN_IF_ERROR(emitStage(schedule_.stages[child], unit));
  return okStatus();
}

Status KernelEmitter::emitSums(const Stage& sums, Scope& unit) {
  LZ_RETURN_IF_ERROR(emitVectors(sums, unit, [&](Scope& vector) -> Status {
    loadSumsBefore(sums, vector);
    Values inits;
    for (NodeId init : reductionOf(sums).inits) {
      LZ_ASSIGN_OR_RETURN(Value value, getWide(init, vector));
      inits.push_back(value);
    }
    storeSums(sums.reduction, inits, vector);
    return okStatus();
  }));
  Loops outer(sums.loops.data(), sums.loops.size() - 2);
  auto rows = [&](Scope& scope, const Values&) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(addRows(sums, scope));
    return Values();
  };
  return emitNest(sums, outer, unit, {}, rows).status();
}

// All points of the reduction's last dim.
Status KernelEmitter::addRows(const Stage& sums, Scope& scope) {
  const PlanReduction& reduction = reductionOf(sums);
  auto [dim, form, count] = sums.loops[sums.loops.size() - 2];
  auto add = [&, dim = dim](Scope& rows, Value first, int64_t count) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(emitVectors(sums, rows, [&](Scope& vector) -> Status {
      loadSumsBefore(sums, vector);
      loadSums(sums.reduction, vector);
      Values values = vector.reductions[sums.reduction];
      for (int64_t r = 0; r < count; ++r) {
        focus(vector);
        Scope row(vector, vector.at);
        row.bind(dim, {b_.addi(first, b_.intLike(first, r))});
        LZ_ASSIGN_OR_RETURN(values, step(reduction, row, values, /*vectorResult=*/true));
      }
      storeSums(sums.reduction, values, vector);
      return okStatus();
    }));
    return Values();
  };
  int64_t rest = extent(dim) % count, whole = extent(dim) - rest;
  auto some = [&, count = count](Scope& rows, Value first, const Values&) {
    return add(rows, first, count);
  };
  LZ_RETURN_IF_ERROR(emitLongFor(scope, whole, count, grid_.tileLanes / lanes_, {}, some).status());
  if (rest == 0)
    return okStatus();
  focus(scope);
  Scope last(scope, scope.at);
  return add(last, b_.intConstant(64, whole), rest).status();
}

Status KernelEmitter::emitSumStores(const Stage& stores, Scope& unit) {
  Loops inner(stores.loops.data(), stores.loops.size() - 1);
  auto point = [&](Scope& at, const Values&) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(emitVectors(stores, at, [&](Scope& vector) {
      loadSumsBefore(stores, vector);
      return emitStoresAt(stores, vector);
    }));
    return Values();
  };
  return emitNest(stores, inner, unit, {}, point).status();
}

Status KernelEmitter::emitVectors(const Stage& stage, Scope& scope,
                                  llvm::function_ref<Status(Scope& vector)> body) {
  auto vector = [&](Scope& child, Value column, const Values&) -> StatusOr<Values> {
    child.stage = &stage;
    child.bindLanes(gridDims_.back(), {column}, lanes_, {});
    LZ_RETURN_IF_ERROR(body(child));
    return Values();
  };
  return emitFor(scope, {columns_.first}, {columns_.end}, lanes_, {}, vector).status();
}

// Some rows ahead, of a reduction whose sums are in registers.
void KernelEmitter::fetchLaterRow(const Stage& reduction, Scope& row) {
  constexpr int64_t kRowsAhead = 8, kLine = 64;
  focus(row);
  for (NodeId load : reduction.fetches) {
    const PlanNode& n = node(load);
    int64_t size = int64_t(byteSize(n.dtype)),
            jump = n.expr.coefficient(reduction.loops.back().dim);
    Value index = index_.scalar(n.expr, row);
    for (int64_t line = 0; line < lanes_ * size; line += kLine)
      prefetch(n, b_.addi(index, b_.intLike(index, kRowsAhead * jump + line / size)));
  }
}

Value KernelEmitter::placeOfSums(Scope& vector) {
  focus(vector);
  return b_.subi(vector.dims[size_t(gridDims_.back())].value, columns_.first);
}

// What is not used is dropped by LLVM.
void KernelEmitter::loadSums(int32_t reduction, Scope& vector) {
  Value place = placeOfSums(vector);
  Memory memory(b_, scratch_);
  Values& results = vector.reductions[reduction];
  for (size_t i = 0; i < sums_[size_t(reduction)].size(); ++i) {
    DType dtype = node(plan_.reductions[size_t(reduction)].operands[i]).dtype;
    results.push_back(memory.loadVector(dtype, sums_[size_t(reduction)][i], place, lanes_, {}, {}));
  }
}

// Those of the stages before this one, which it may read.
void KernelEmitter::loadSumsBefore(const Stage& stage, Scope& vector) {
  for (size_t child : schedule_.stages[stage.parent].children) {
    const Stage& before = schedule_.stages[child];
    if (&before == &stage || before.kind != StageKind::Sums)
      return;
    loadSums(before.reduction, vector);
  }
}

void KernelEmitter::storeSums(int32_t reduction, const Values& sums, Scope& vector) {
  Value place = placeOfSums(vector);
  Memory memory(b_, scratch_);
  for (size_t i = 0; i < sums.size(); ++i)
    memory.storeVector(node(plan_.reductions[size_t(reduction)].operands[i]).dtype, sums[i],
                       sums_[size_t(reduction)][i], place, {});
}

} // namespace lz::emit
