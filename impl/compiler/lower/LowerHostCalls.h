// Custom calls of functions that are registered with the context (exec/HostCalls.h).
#pragma once

#include "compiler/lower/LowerToSteps.h"
#include "hlo/ir/Dialect.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace lz::compiler {

// Marks each custom call whose function was registered with effects, even if the module does not
// say that it has effects. Must run before all passes.
void markEffects(mlir::ModuleOp module, const exec::HostCalls& calls);

// Returns the error for an op that cannot become a step, usually because no kernel can run its
// body.
Status refuseOp(mlir::Operation* op);

// Returns the function that the call runs, without the types of operands and results. Errors:
// Unimplemented if the name is not registered; InvalidArgument if the function's aliases name an
// operand or result that the call lacks.
StatusOr<CallWork> hostCallWork(hlo::CustomCallOp op, const exec::HostCalls* calls);

// Returns the attributes for the library's LAPACK function, or nullopt if the call names no LAPACK
// routine or a function of this name is registered.
StatusOr<std::optional<exec::CallAttrs>> lapackAttrs(hlo::CustomCallOp op,
                                                     const exec::HostCalls* calls);

// Adds the aliases that the function states and that couldTakeOver allows for these values. An
// operand that is passed twice is not overwritten, since the function may still read it through the
// other parameter after it has written the result.
void listAliases(const exec::HostCallTraits& traits, const std::vector<StepValue>& values,
                 Step& step);

} // namespace lz::compiler
