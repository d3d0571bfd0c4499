// Custom calls of functions that the context knows (exec/HostCalls.h).
#pragma once

#include "compiler/lower/LowerToSteps.h"
#include "hlo/ir/Dialect.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace lz {

// Says of each custom call whether its function has effects, which a text need not know. Before
// any pass.
void markEffects(mlir::ModuleOp module, const exec::HostCalls& calls);

// What is said of an op of the tables that is no step, most of which have a body that no kernel
// can run.
Status refuseOp(mlir::Operation* op);

// What the call runs, without the types of operands and results. Errors: Unimplemented for a name
// that is not registered; InvalidArgument where the function's aliases name what the call lacks.
StatusOr<CallWork> hostCallWork(hlo::CustomCallOp op, const exec::HostCalls* calls);

// What the function of the library for LAPACK takes of a call of a routine. None: the call is of no
// such routine, or its name is registered.
StatusOr<std::optional<exec::CallAttrs>> lapackAttrs(hlo::CustomCallOp op,
                                                     const exec::HostCalls* calls);

// Those of the function that the places of the values allow. The function may read one operand
// after it wrote the result that lies where another is, so an operand that is given twice stays as
// it is.
void listAliases(const exec::HostCallTraits& traits, const std::vector<StepValue>& values,
                 Step& step);

} // namespace lz
