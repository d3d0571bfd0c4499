// Finds slices that products read in place.
#include "hlo/ir/Dialect.h"

namespace lz::ir {

bool isView(mlir::Operation* op) {
  const OpInfo* info = hlo::opInfo(op);
  return info && (info->opcode == Opcode::Slice || info->opcode == Opcode::DynamicSlice) &&
         !mlir::isa<RegionOp>(op->getParentOp());
}

mlir::Value arrayOf(mlir::Value operand) {
  while (true) {
    auto argument = mlir::dyn_cast<mlir::BlockArgument>(operand);
    mlir::Operation* op = argument ? argument.getOwner()->getParentOp() : operand.getDefiningOp();
    if (argument && mlir::isa<ContractionOp, SweepOp>(op))
      operand = op->getOperand(argument.getArgNumber());
    else if (!argument && isView(op))
      operand = op->getOperand(0);
    else
      return operand;
  }
}

} // namespace lz::ir
