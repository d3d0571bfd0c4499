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
#include "emit/core/KernelEmitter.h"
#include "schedule/cost/ColumnCost.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <algorithm>

namespace lz::emit {

using mlir::Value;
using Values = KernelEmitter::Values;
namespace LLVM = mlir::LLVM;

void KernelEmitter::allocateSums() {
  if (grid_.rowsOfSums == 0)
    return;
  for (const PlanReduction& reduction : plan_.reductions) {
    sums_.emplace_back();
    for (NodeId operand : reduction.operands)
      sums_.back().push_back(builder_.create<LLVM::AllocaOp>(
          b_.loc(), outputs_[0].getType(), builder_.getI8Type(),
          b_.intConstant(64, grid_.tileLanes * int64_t(byteSize(node(operand).dtype))),
          /*alignment=*/64));
  }
}

Status KernelEmitter::emitColumns(Scope& unit, const Columns& columns) {
  std::vector<int32_t> done;
  // Operands come before their users.
  for (const PlanNode& n : plan_.nodes) {
    if (n.kind != NodeKind::Reduce ||
        std::find(done.begin(), done.end(), n.reduction) != done.end())
      continue;
    LZ_RETURN_IF_ERROR(emitSums(n.reduction, unit, columns, done));
    done.push_back(n.reduction);
  }
  return emitOutputs(unit, [&](Scope& at, llvm::function_ref<Status(Scope&)> stores) {
    return emitVectors(at, columns, [&](Scope& vector) {
      loadSums(done, columns, vector);
      return stores(vector);
    });
  });
}

// `done`: the reductions that this one may read.
Status KernelEmitter::emitSums(int32_t ordinal, Scope& unit, const Columns& columns,
                               absl::Span<const int32_t> done) {
  const PlanReduction& reduction = plan_.reductions[size_t(ordinal)];
  LZ_RETURN_IF_ERROR(emitVectors(unit, columns, [&](Scope& vector) -> Status {
    loadSums(done, columns, vector);
    Values inits;
    for (NodeId init : reduction.inits) {
      LZ_ASSIGN_OR_RETURN(Value value, getWide(init, vector));
      inits.push_back(value);
    }
    storeSums(ordinal, inits, columns, vector);
    return okStatus();
  }));
  absl::Span<const int32_t> outer(reduction.dims.data(), reduction.dims.size() - 1);
  auto rows = [&](Scope& scope, const Values&) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(addRows(ordinal, scope, columns, done));
    return Values();
  };
  return emitNest({outer}, unit, {}, rows).status();
}

// All points of the reduction's last dim.
Status KernelEmitter::addRows(int32_t ordinal, Scope& scope, const Columns& columns,
                              absl::Span<const int32_t> done) {
  const PlanReduction& reduction = plan_.reductions[size_t(ordinal)];
  int32_t dim = reduction.dims.back();
  auto add = [&](Scope& rows, Value first, int64_t count) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(emitVectors(rows, columns, [&](Scope& vector) -> Status {
      loadSums(done, columns, vector);
      loadSums({ordinal}, columns, vector);
      Values sums = vector.reductions[ordinal];
      for (int64_t r = 0; r < count; ++r) {
        focus(vector);
        Scope row(vector, vector.at);
        row.bind(dim, {b_.addi(first, b_.intLike(first, r))});
        LZ_ASSIGN_OR_RETURN(sums, step(reduction, row, sums, /*vectorResult=*/true));
      }
      storeSums(ordinal, sums, columns, vector);
      return okStatus();
    }));
    return Values();
  };
  int64_t count = grid_.rowsOfSums, rest = extent(dim) % count, whole = extent(dim) - rest;
  auto some = [&](Scope& rows, Value first, const Values&) { return add(rows, first, count); };
  LZ_RETURN_IF_ERROR(emitLongFor(scope, whole, count, grid_.tileLanes / lanes_, {}, some).status());
  if (rest == 0)
    return okStatus();
  focus(scope);
  Scope last(scope, scope.at);
  return add(last, b_.intConstant(64, whole), rest).status();
}

Status KernelEmitter::emitVectors(Scope& scope, const Columns& columns,
                                  llvm::function_ref<Status(Scope& vector)> body) {
  auto vector = [&](Scope& child, Value column, const Values&) -> StatusOr<Values> {
    child.bindLanes(gridDims_.back(), {column}, lanes_, {});
    LZ_RETURN_IF_ERROR(body(child));
    return Values();
  };
  return emitFor(scope, {columns.first}, {columns.end}, lanes_, {}, vector).status();
}

// With sums in registers every row is a jump, which the hardware does not see coming: a row that is
// read later is fetched. Functions of 2000 x 2000 are bound by waiting otherwise.
void KernelEmitter::fetchLaterRow(int32_t dim, Scope& row) {
  constexpr int64_t kRowsAhead = 8, kLeastJump = 2048, kLine = 64;
  focus(row);
  for (const PlanNode& n : plan_.nodes) {
    if (n.kind != NodeKind::Load || !n.expr.isAffine() || !n.expr.dependsOn(dim) ||
        n.expr.coefficient(gridDims_.back()) != 1 || !comesFromFar(plan_, n))
      continue;
    int64_t size = int64_t(byteSize(n.dtype)), jump = n.expr.coefficient(dim);
    if (std::abs(jump) * size < kLeastJump)
      continue;
    Value index = index_.scalar(n.expr, row);
    for (int64_t line = 0; line < lanes_ * size; line += kLine)
      prefetch(n, b_.addi(index, b_.intLike(index, kRowsAhead * jump + line / size)));
  }
}

Value KernelEmitter::placeOfSums(const Columns& columns, Scope& vector) {
  focus(vector);
  return b_.subi(vector.dims[size_t(gridDims_.back())].value, columns.first);
}

// What is not used is dropped by LLVM.
void KernelEmitter::loadSums(absl::Span<const int32_t> reductions, const Columns& columns,
                             Scope& vector) {
  Value place = placeOfSums(columns, vector);
  Memory memory(b_, scratch_);
  for (int32_t ordinal : reductions) {
    Values& results = vector.reductions[ordinal];
    for (size_t i = 0; i < sums_[size_t(ordinal)].size(); ++i) {
      DType dtype = node(plan_.reductions[size_t(ordinal)].operands[i]).dtype;
      results.push_back(memory.loadVector(dtype, sums_[size_t(ordinal)][i], place, lanes_, {}, {}));
    }
  }
}

void KernelEmitter::storeSums(int32_t ordinal, const Values& sums, const Columns& columns,
                              Scope& vector) {
  Value place = placeOfSums(columns, vector);
  Memory memory(b_, scratch_);
  for (size_t i = 0; i < sums.size(); ++i)
    memory.storeVector(node(plan_.reductions[size_t(ordinal)].operands[i]).dtype, sums[i],
                       sums_[size_t(ordinal)][i], place, {});
}

} // namespace lz::emit
