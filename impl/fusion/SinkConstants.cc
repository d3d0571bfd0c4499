#include "fusion/SinkConstants.h"

#include "fusion/FusionRules.h"

#include "llvm/ADT/MapVector.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace lz::fusion {
namespace {

bool isScalarConstant(mlir::Operation* op) {
  return op && infoOf(op) && infoOf(op)->opcode == Opcode::Constant &&
         mlir::cast<mlir::RankedTensorType>(op->getResult(0).getType()).getRank() == 0;
}

} // namespace

void sinkConstants(mlir::Block& block) {
  llvm::MapVector<mlir::Operation*, llvm::SmallVector<mlir::OpOperand*>> uses;
  for (mlir::Operation& op : block)
    if (isFusible(&op))
      for (mlir::OpOperand& operand : op.getOpOperands())
        if (mlir::Operation* def = operand.get().getDefiningOp();
            isScalarConstant(def) && def->getBlock() != &block)
          uses[def].push_back(&operand);
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockBegin(&block);
  for (auto& [constant, operands] : uses) {
    mlir::Operation* copy = builder.clone(*constant);
    for (mlir::OpOperand* operand : operands)
      operand->set(copy->getResult(0));
    if (constant->use_empty())
      constant->erase();
  }
}

} // namespace lz::fusion
