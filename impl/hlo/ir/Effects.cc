#include "hlo/ir/Effects.h"

#include "hlo/ir/Dialect.h"
#include "spec/Effects.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace lz::hlo {

bool hasEffects(mlir::Operation* op) {
  return !mlir::isMemoryEffectFree(op);
}

bool hasEffects(mlir::Region& region) {
  return llvm::any_of(region.getOps(), [](mlir::Operation& op) { return hasEffects(&op); });
}

bool mayRunEarly(mlir::Operation* op) {
  if (hasEffects(op))
    return false;
  const mlir::WalkResult walk = op->walk([](mlir::Operation* inner) {
    const OpInfo* info = opInfo(inner);
    return info && !alwaysEnds(info->opcode) ? mlir::WalkResult::interrupt()
                                             : mlir::WalkResult::advance();
  });
  return !walk.wasInterrupted();
}

void CustomCallOp::getEffects(
    llvm::SmallVectorImpl<mlir::SideEffects::EffectInstance<mlir::MemoryEffects::Effect>>&
        effects) {
  if (!callHasEffects(getHasSideEffect(), getNumResults()))
    return;
  effects.emplace_back(mlir::MemoryEffects::Read::get());
  effects.emplace_back(mlir::MemoryEffects::Write::get());
}

} // namespace lz::hlo
