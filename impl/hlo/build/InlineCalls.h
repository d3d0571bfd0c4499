// Functions in place of their calls.
#pragma once

#include "base/Status.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace lz::hlo {

// Why `call` cannot be replaced by what it calls. The status is not located.
struct CallProblem {
  mlir::Operation* call;
  Status status;
};

// Replaces each call in the bodies of `roots`, functions of one module, by what its callee does,
// nested regions included; so that no func.call and no stablehlo.composite is left in them. Other
// functions stay as they are. Linear in the module and in what comes out, whatever the shape of the
// call graph, and without recursion over it.
// A problem, with nothing changed: recursion, a callee without a body, types that do not fit
// (invalid-argument); copies of functions, beyond one of each, that take more than 128 MiB
// (resource-exhausted): functions that call twice double at every level.
std::optional<CallProblem> inlineCalls(llvm::ArrayRef<mlir::func::FuncOp> roots);

} // namespace lz::hlo
