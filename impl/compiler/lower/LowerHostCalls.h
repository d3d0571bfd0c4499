// Custom calls that name functions registered with the context (exec/HostCalls.h).
#pragma once

#include "compiler/lower/LowerToSteps.h"
#include "hlo/ir/Dialect.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace lz::compiler {

// Marks each custom call whose function has effects, since the text of a module need not say so. It
// must run before all passes.
void markEffects(mlir::ModuleOp module, const exec::HostCalls& calls);

// The error for an op that cannot become a step. Most such ops have a body that no kernel can run.
Status refuseOp(mlir::Operation* op);

// The function that the call runs. The types of operands and results are left out. Errors:
// Unimplemented if the name is not registered; InvalidArgument if the function's aliases name an
// operand or result that the call lacks.
StatusOr<CallWork> hostCallWork(hlo::CustomCallOp op, const exec::HostCalls* calls);

// The attributes for the library's LAPACK function, if the call names a LAPACK routine. nullopt: it
// names no such routine, or the name is registered.
StatusOr<std::optional<exec::CallAttrs>> lapackAttrs(hlo::CustomCallOp op,
                                                     const exec::HostCalls* calls);

// Adds the aliases of the function that the places of the values allow. The function may read an
// operand after it has written the result that overwrites another operand, so an operand that is
// passed twice is not overwritten.
void listAliases(const exec::HostCallTraits& traits, const std::vector<StepValue>& values,
                 Step& step);

} // namespace lz::compiler
