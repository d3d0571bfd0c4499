// Sums down the columns of a large matrix. It comes from memory at full speed along a page, and
// slower after every jump from a row to the next. So a unit has as many columns as a page, whose
// sums stay in the first-level cache, and takes some rows at a time:
//
//   out[d0] = sum over d1 of in0[4096*d1 + d0]^2, a unit of 1024 columns:
//     sums = 0
//     for d1 = 0, 8, ...:
//       for d0 = 0, 64, ..., 960:
//         s = sums[d0..]; s += in0[4096*d1 + d0..]^2, and the same of 7 rows more; sums[d0..] = s
//     out = sums
//
// A column is added up in the order of its rows, as with sums in registers.
#include "emit/KernelEmitter.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <algorithm>

namespace lz::emit {

using mlir::Value;
using Values = KernelEmitter::Values;
namespace LLVM = mlir::LLVM;

namespace {

constexpr int64_t kRows = 8; // a load and a store of a sum for so many additions

} // namespace

bool readsWideRows(const RegionPlan& plan) {
  if (plan.lanes != LaneMode::GridLanes || plan.reductions.size() != 1)
    return false;
  const PlanReduction& reduction = plan.reductions[0];
  if (reduction.operands.size() != 1 || reduction.dims.empty() || isWrittenOut(plan, reduction))
    return false;
  int32_t row = reduction.dims.back(), column = lastGridDim(plan);
  auto isMasked = [](const PlanNode& n) { return n.kind == NodeKind::Load && n.mask >= 0; };
  if (std::any_of(plan.nodes.begin(), plan.nodes.end(), isMasked))
    return false;
  return std::any_of(plan.nodes.begin(), plan.nodes.end(), [&](const PlanNode& n) {
    return n.kind == NodeKind::Load && n.expr.isAffine() && n.expr.dependsOn(row) &&
           n.expr.coefficient(column) == 1 && comesFromFar(plan, n);
  });
}

void KernelEmitter::allocateSums() {
  if (!grid_.keepsSums)
    return;
  sumType_ = b_.registerType(node(plan_.reductions[0].inits[0]).dtype);
  sums_ = builder_.create<LLVM::AllocaOp>(b_.loc(), outputs_[0].getType(), sumType_,
                                          b_.intConstant(64, grid_.tileLanes), /*alignment=*/64);
}

Status KernelEmitter::emitColumns(Scope& unit, const Columns& columns) {
  const PlanReduction& reduction = plan_.reductions[0];
  LZ_RETURN_IF_ERROR(emitVectors(unit, columns, [&](Scope& vector) -> Status {
    LZ_ASSIGN_OR_RETURN(Value init, getWide(reduction.inits[0], vector));
    storeSums(init, columns, vector);
    return okStatus();
  }));
  absl::Span<const int32_t> outer(reduction.dims.data(), reduction.dims.size() - 1);
  auto rows = [&](Scope& scope, const Values&) -> StatusOr<Values> {
    LZ_RETURN_IF_ERROR(addRows(scope, columns));
    return Values();
  };
  LZ_RETURN_IF_ERROR(emitNest({outer}, unit, {}, rows).status());
  return emitVectors(unit, columns, [&](Scope& vector) {
    vector.reductions[0] = {loadSums(columns, vector)};
    return emitOutputs(vector);
  });
}

// All points of the reduction's last dim.
Status KernelEmitter::addRows(Scope& scope, const Columns& columns) {
  const PlanReduction& reduction = plan_.reductions[0];
  int32_t dim = reduction.dims.back();
  auto loop = [&](int64_t lower, int64_t upper, int64_t count) {
    auto some = [&](Scope& rows, Value first, const Values&) -> StatusOr<Values> {
      LZ_RETURN_IF_ERROR(emitVectors(rows, columns, [&](Scope& vector) -> Status {
        Values sums = {loadSums(columns, vector)};
        for (int64_t r = 0; r < count; ++r) {
          focus(vector);
          Scope row(vector, vector.at);
          row.bind(dim, {b_.addi(first, b_.intLike(first, r))});
          LZ_ASSIGN_OR_RETURN(sums, step(reduction, row, sums, /*vectorResult=*/true));
        }
        storeSums(sums[0], columns, vector);
        return okStatus();
      }));
      return Values();
    };
    return emitFor(scope, {{}, lower}, {{}, upper}, count, {}, some).status();
  };
  int64_t whole = extent(dim) / kRows * kRows;
  LZ_RETURN_IF_ERROR(loop(0, whole, kRows));
  return whole == extent(dim) ? okStatus() : loop(whole, extent(dim), extent(dim) - whole);
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

Value KernelEmitter::sumsAt(const Columns& columns, Scope& vector) {
  focus(vector);
  Value index = b_.subi(vector.dims[size_t(gridDims_.back())].value, columns.first);
  return builder_.create<LLVM::GEPOp>(b_.loc(), sums_.getType(), sumType_, sums_,
                                      mlir::ValueRange{index});
}

Value KernelEmitter::loadSums(const Columns& columns, Scope& vector) {
  Value address = sumsAt(columns, vector);
  return builder_.create<LLVM::LoadOp>(b_.loc(), mlir::VectorType::get({lanes_}, sumType_), address,
                                       /*alignment=*/4);
}

void KernelEmitter::storeSums(Value sums, const Columns& columns, Scope& vector) {
  Value address = sumsAt(columns, vector);
  builder_.create<LLVM::StoreOp>(b_.loc(), sums, address, /*alignment=*/4);
}

} // namespace lz::emit
