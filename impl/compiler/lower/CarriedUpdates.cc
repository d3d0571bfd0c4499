#include "compiler/lower/CarriedUpdates.h"

#include "compiler/lower/Aliases.h"
#include "compiler/lower/SameBytes.h"
#include "hlo/ir/Dialect.h"

namespace lz::compiler {

// Returns whether operand number `operand` of `reader` is the last use of the value. The value also
// counts as used if an op uses another name for the value (see renames), or a slice of the value
// that is read in place.
static bool isLastReader(mlir::Operation* reader, unsigned operand, mlir::Value value) {
  llvm::SmallVector<mlir::Value> names{value};
  while (!names.empty())
    for (mlir::OpOperand& use : names.pop_back_val().getUses()) {
      mlir::Operation* user = reader->getBlock()->findAncestorOpInBlock(*use.getOwner());
      const OpInfo* info = hlo::opInfo(use.getOwner());
      if (user == use.getOwner() && info && renames(*info)) {
        names.push_back(user->getResult(use.getOperandNumber()));
        continue;
      }
      if (ir::isView(use.getOwner()))
        names.push_back(use.getOwner()->getResult(0));
      bool isTheRead = use.getOwner() == reader && use.getOperandNumber() == operand;
      if (!isTheRead && (user == reader || !user->isBeforeInBlock(reader)))
        return false;
    }
  return true;
}

mlir::Value updateOf(mlir::BlockArgument carried, mlir::Value yielded,
                     const ModuleKernels& kernels) {
  mlir::Value next = originOf(yielded);
  auto region = next.getDefiningOp<ir::RegionOp>();
  if (!region || region->getBlock() != carried.getOwner())
    return nullptr;
  const region::RegionPlan& plan = kernels.planOf(region);
  int32_t initial = plan.outputs[mlir::cast<mlir::OpResult>(next).getResultNumber()].initial;
  if (initial < 0 || loads(plan, initial) ||
      originOf(region.getInputs()[size_t(initial)]) != carried)
    return nullptr;
  return isLastReader(region, unsigned(initial), carried) ? next : nullptr;
}

} // namespace lz::compiler
