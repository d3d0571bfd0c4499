// Replaces calls by the bodies of the functions.
#pragma once

#include "base/Status.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace lz::hlo {

// The reason why `call` cannot be replaced by its callee. The status has no location.
struct CallProblem {
  mlir::Operation* call;
  Status status;
};

// Replaces each call in the bodies of `roots`, functions of one module, by the body of its callee,
// also in nested regions, so that no func.call and no stablehlo.composite is left in them. Other
// functions do not change. It is linear in the module and in the result for every call graph, and
// does not recurse over it. A problem, with nothing changed: recursion, a callee without a body,
// types that do not fit (invalid-argument); copies of functions, beyond one of each, that take more
// than 128 MiB (resource-exhausted), since functions that call twice double at every level.
std::optional<CallProblem> inlineCalls(llvm::ArrayRef<mlir::func::FuncOp> roots);

} // namespace lz::hlo
