// Lowers custom calls of functions that are registered with the context (exec/HostCalls.h).
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

// Returns the function that the call runs. In the returned object, the types of operands and
// results are not set yet. Returns Unimplemented if no function of this name is registered. Returns
// InvalidArgument if an alias of the function names an operand or result that the call does not
// have.
StatusOr<CallWork> hostCallWork(hlo::CustomCallOp op, const exec::HostCalls* calls);

// Returns the attributes for the library's LAPACK function. Returns nullopt if the call names no
// LAPACK routine, or if a function of this name is registered.
StatusOr<std::optional<exec::CallAttrs>> lapackAttrs(hlo::CustomCallOp op,
                                                     const exec::HostCalls* calls);

// Adds the aliases that the function states, as far as couldTakeOver allows them for these values.
// A value that is passed as two operands gets no alias. The function would overwrite such a value
// through one operand, and could still read it through the other.
void listAliases(const exec::HostCallTraits& traits, const std::vector<StepValue>& values,
                 Step& step);

} // namespace lz::compiler
