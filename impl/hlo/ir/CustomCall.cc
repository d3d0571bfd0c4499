// What the foreign code behind a custom_call may do.
#include "hlo/ir/OpFormat.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace lz::hlo {

// Without results there is nothing else to call it for.
void CustomCallOp::getEffects(
    llvm::SmallVectorImpl<mlir::SideEffects::EffectInstance<mlir::MemoryEffects::Effect>>&
        effects) {
  if (!getHasSideEffect() && getNumResults() > 0)
    return;
  effects.emplace_back(mlir::MemoryEffects::Read::get());
  effects.emplace_back(mlir::MemoryEffects::Write::get());
}

} // namespace lz::hlo
