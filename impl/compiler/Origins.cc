#include "compiler/Origins.h"

namespace lz {

// The value that this one is another name of; null: none.
static mlir::Value renamed(mlir::Value v) {
  if (auto argument = mlir::dyn_cast<mlir::BlockArgument>(v)) {
    auto around = mlir::dyn_cast<ir::ContractionOp>(argument.getOwner()->getParentOp());
    return around ? around.getInputs()[argument.getArgNumber()] : mlir::Value();
  }
  mlir::Operation* op = v.getDefiningOp();
  const unsigned number = mlir::cast<mlir::OpResult>(v).getResultNumber();
  if (auto around = mlir::dyn_cast<ir::ContractionOp>(op))
    return around.getBody().front().getTerminator()->getOperand(number);
  const OpInfo* info = hlo::opInfo(op);
  return info && renames(*info) ? op->getOperand(number) : mlir::Value();
}

mlir::Value originOf(mlir::Value v) {
  while (mlir::Value source = renamed(v))
    v = source;
  return v;
}

llvm::SmallVector<mlir::OpOperand*> usesOf(mlir::Value v) {
  llvm::SmallVector<mlir::OpOperand*> uses;
  llvm::SmallVector<mlir::Value> names{v};
  while (!names.empty())
    for (mlir::OpOperand& use : names.pop_back_val().getUses()) {
      mlir::Operation *user = use.getOwner(), *parent = user->getParentOp();
      if (auto around = mlir::dyn_cast<ir::ContractionOp>(user))
        names.push_back(around.getBody().getArgument(use.getOperandNumber()));
      else if (mlir::isa<ir::ReturnOp>(user) && mlir::isa<ir::ContractionOp>(parent))
        names.push_back(parent->getResult(use.getOperandNumber()));
      else
        uses.push_back(&use);
    }
  return uses;
}

} // namespace lz
