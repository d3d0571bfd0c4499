#include "formats/adopt/calls/Identities.h"

#include "hlo/ir/Dialect.h"

#include "mlir/IR/TypeUtilities.h"

namespace lz::formats {
namespace {

constexpr llvm::StringLiteral kTargets[] = {"Sharding",
                                            "SPMDFullToShardShape",
                                            "SPMDShardToFullShape",
                                            "LayoutConstraint",
                                            "MoveToDevice",
                                            "MoveToHost",
                                            "annotate_device_placement",
                                            "stablehlo.shape_refinement_operand_wrapper",
                                            "xla.sdy.FuncResultSharding",
                                            "xla.sdy.GlobalToLocalShape",
                                            "xla.sdy.LocalToGlobalShape",
                                            "xla.sdy.PropagationBarrier"};

// Returns whether the result of the op is its first operand. The op's other operands are shapes.
bool givesItsOperand(mlir::Operation* op) {
  if (op->getNumOperands() == 0 || op->getNumResults() != 1 ||
      !mlir::isa<mlir::RankedTensorType>(op->getOperand(0).getType()) ||
      !mlir::isa<mlir::RankedTensorType>(op->getResult(0).getType()) ||
      failed(
          mlir::verifyCompatibleShape(op->getOperand(0).getType(), op->getResult(0).getType())) ||
      mlir::getElementTypeOrSelf(op->getOperand(0)) != mlir::getElementTypeOrSelf(op->getResult(0)))
    return false;
  const llvm::StringRef name = op->getName().getStringRef();
  if (name == "sdy.sharding_constraint" || name == "sdy.reshard")
    return true;
  auto call = mlir::dyn_cast<hlo::CustomCallOp>(op);
  return call && llvm::is_contained(kTargets, call.getCallTargetName());
}

bool isStatement(mlir::Operation* op) {
  auto call = mlir::dyn_cast<hlo::CustomCallOp>(op);
  return call && call.getCallTargetName() == "xla.sdy.ShardingGroup" && op->getNumResults() == 0;
}

} // namespace

bool replaceIdentities(mlir::func::FuncOp main) {
  bool changes = false;
  main.walk([&](mlir::Operation* op) {
    if (givesItsOperand(op)) {
      changes |= op->getOperand(0).getType() != op->getResult(0).getType();
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    } else if (!isStatement(op)) {
      return;
    }
    op->erase();
  });
  return changes;
}

} // namespace lz::formats
