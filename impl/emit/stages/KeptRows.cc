#include "emit/stages/KeptRows.h"

#include "emit/kernel/Values.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace lz::emit {

using mlir::Value;
namespace LLVM = mlir::LLVM;

KeptRows::KeptRows(KernelContext& k) : k_(k) {
  for (const schedule::Stage& stage : k.schedule.stages)
    for (region::NodeId made : stage.keeps) {
      if (rows_.count(made))
        continue;
      const schedule::StageLoop& loop = stage.loops.back();
      bool isAlongLanes = loop.form == schedule::LoopForm::Lanes;
      int64_t points = k.extent(loop.dim);
      int64_t size = isAlongLanes ? (points + k.lanes - 1) / k.lanes * k.lanes : points * k.lanes;
      Value base = k.allocate(k.b.registerType(k.node(made).dtype), size);
      rows_[made] = {base, isAlongLanes ? 1 : k.lanes};
    }
}

Status KeptRows::keep(const schedule::Stage& reduction, Scope& scope) {
  for (region::NodeId made : reduction.keeps) {
    LZ_ASSIGN_OR_RETURN(Value value, emitWide(k_, made, scope));
    k_.focus(scope);
    k_.builder.create<LLVM::StoreOp>(k_.b.loc(), value,
                                     addressOf(made, reduction.loops.back().dim, scope),
                                     /*alignment=*/4);
  }
  return okStatus();
}

StatusOr<Value> KeptRows::find(region::NodeId id, Scope& scope) {
  for (const schedule::KeptRow& kept : scope.stage->reads) {
    if (kept.used != id)
      continue;
    LZ_RETURN_IF_ERROR(emitValue(k_, kept.reduce, scope).status());
    k_.focus(scope);
    auto type = mlir::VectorType::get({scope.lanes}, k_.b.registerType(k_.node(id).dtype));
    return Value(k_.builder.create<LLVM::LoadOp>(
        k_.b.loc(), type, addressOf(kept.made, kept.usedOver, scope), /*alignment=*/4));
  }
  return Value();
}

// The kept vectors of a row are contiguous in memory. All of them are whole vectors, including the
// last one.
Value KeptRows::addressOf(region::NodeId made, int32_t dim, Scope& scope) {
  mlir::Type element = k_.b.registerType(k_.node(made).dtype);
  auto [base, step] = rows_[made];
  Value index = k_.asValue(scope.dims[size_t(dim)]);
  if (step > 1)
    index = k_.b.muli(index, k_.b.intLike(index, step));
  return k_.builder.create<LLVM::GEPOp>(k_.b.loc(), base.getType(), element, base,
                                        mlir::ValueRange{index});
}

} // namespace lz::emit
