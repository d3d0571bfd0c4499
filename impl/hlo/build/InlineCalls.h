// Replaces calls by the bodies of the functions.
#pragma once

#include "base/Status.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace lz::hlo {

// The reason why `call` cannot be replaced by the body of its callee. The status has no location.
struct CallProblem {
  mlir::Operation* call;
  Status status;
};

// Replaces each call in the bodies of `roots`, functions of one module, by the body of its callee,
// even in nested regions, so that no func.call and no stablehlo.composite is left in them. Other
// functions do not change. The time is linear in the module and in the result for every call graph,
// and the code does not recurse over the graph. If it returns a problem, nothing has changed:
// invalid-argument for recursion, a callee without a body, or types that do not fit;
// resource-exhausted if the second and further copies of functions take more than 128 MiB, since
// functions that call the next one twice double the size at every level.
std::optional<CallProblem> inlineCalls(llvm::ArrayRef<mlir::func::FuncOp> roots);

} // namespace lz::hlo
