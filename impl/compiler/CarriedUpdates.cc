#include "compiler/CarriedUpdates.h"

#include "compiler/InPlace.h"
#include "compiler/Origins.h"
#include "hlo/ir/Dialect.h"

namespace lz {

namespace {

// Whether the op runs before `reader`; neither holds the other.
bool runsBefore(mlir::Operation* op, mlir::Operation* reader) {
  mlir::Operation* ancestor = nullptr;
  while (!(ancestor = reader->getBlock()->findAncestorOpInBlock(*op)))
    reader = reader->getParentOp(); // an lz.contraction
  return ancestor->isBeforeInBlock(reader);
}

// Whether the op stands in the block, or in an lz.contraction there.
bool isOfBlock(mlir::Operation* op, mlir::Block* block) {
  mlir::Operation* parent = op->getParentOp();
  return op->getBlock() == block ||
         (mlir::isa<ir::ContractionOp>(parent) && parent->getBlock() == block);
}

// Whether operand `operand` of `reader` is the last use of the value, under any of its names.
bool isLastReader(mlir::Operation* reader, unsigned operand, mlir::BlockArgument value) {
  llvm::SmallVector<mlir::Value> names{value};
  while (!names.empty())
    for (mlir::OpOperand* use : usesOf(names.pop_back_val())) {
      mlir::Operation* user = use->getOwner();
      const OpInfo* info = hlo::opInfo(user);
      if (info && renames(*info) && isOfBlock(user, value.getOwner())) {
        names.push_back(user->getResult(use->getOperandNumber()));
        continue;
      }
      bool isTheRead = user == reader && use->getOperandNumber() == operand;
      if (!isTheRead && (user == reader || !runsBefore(user, reader)))
        return false;
    }
  return true;
}

} // namespace

mlir::Value updateOf(mlir::BlockArgument carried, mlir::Value yielded,
                     const ModuleKernels& kernels) {
  mlir::Value next = originOf(yielded);
  auto region = next.getDefiningOp<ir::RegionOp>();
  if (!region || !isOfBlock(region, carried.getOwner()))
    return nullptr;
  const RegionPlan& plan = kernels.planOf(region);
  int32_t initial = plan.outputs[mlir::cast<mlir::OpResult>(next).getResultNumber()].initial;
  if (initial < 0 || loads(plan, initial) ||
      originOf(region.getInputs()[size_t(initial)]) != carried)
    return nullptr;
  return isLastReader(region, unsigned(initial), carried) ? next : nullptr;
}

} // namespace lz
