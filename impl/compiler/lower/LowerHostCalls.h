// Custom calls of functions that are registered with the context (exec/HostCalls.h).
#pragma once

#include "compiler/lower/LowerToSteps.h"
#include "hlo/ir/Dialect.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace lz::compiler {

// Marks the custom calls of functions that were registered with effects. This must be done before
// any pass runs, because passes may move or remove calls without this mark.
void markEffects(mlir::ModuleOp module, const exec::HostCalls& calls);

// Returns the error for an op that cannot become a step, usually because no kernel can run its
// body.
Status refuseOp(mlir::Operation* op);

// Returns the function that the call runs, without the types of operands and results. Returns
// Unimplemented if the name is not registered. Returns InvalidArgument if the function's aliases
// name an operand or result that the call lacks.
StatusOr<CallWork> hostCallWork(hlo::CustomCallOp op, const exec::HostCalls* calls);

// Returns the attributes for the library's LAPACK function. Returns nullopt if the call names no
// LAPACK routine, or if a function of this name is registered.
StatusOr<std::optional<exec::CallAttrs>> lapackAttrs(hlo::CustomCallOp op,
                                                     const exec::HostCalls* calls);

// Adds the aliases that the function states, if couldTakeOver allows them for these values. An
// operand that is passed twice gets no alias, because the function can still read the other
// parameter.
void listAliases(const exec::HostCallTraits& traits, const std::vector<StepValue>& values,
                 Step& step);

} // namespace lz::compiler
