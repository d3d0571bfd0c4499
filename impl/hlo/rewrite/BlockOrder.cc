#include "hlo/rewrite/BlockOrder.h"

#include "mlir/Transforms/RegionUtils.h"

namespace lz::hlo {

llvm::SetVector<mlir::Value> readBy(mlir::Operation* op) {
  llvm::SetVector<mlir::Value> values;
  if (op->getNumRegions() > 0)
    mlir::getUsedValuesDefinedAbove(op->getRegions(), values);
  values.insert(op->operand_begin(), op->operand_end());
  return values;
}

llvm::SmallVector<mlir::Operation*> inBlockOrder(llvm::ArrayRef<mlir::Operation*> ops) {
  llvm::SmallVector<mlir::Operation*> sorted(ops.begin(), ops.end());
  llvm::sort(sorted, [](mlir::Operation* a, mlir::Operation* b) { return a->isBeforeInBlock(b); });
  return sorted;
}

} // namespace lz::hlo
