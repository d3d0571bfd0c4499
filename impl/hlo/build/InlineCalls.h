// Replaces calls by the bodies of the called functions.
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

// Replaces each call in the functions `roots` of a module by the body of its callee. No func.call
// and no stablehlo.composite is left in these functions, even in nested regions. Other functions do
// not change. The time is linear in the sizes of the module and of the result. If this returns a
// problem, nothing has changed. The problem is invalid-argument for recursion, a callee without a
// body, and types that do not fit. If the second and further copies of functions take more than 128
// MiB, the problem is resource-exhausted.
std::optional<CallProblem> inlineCalls(llvm::ArrayRef<mlir::func::FuncOp> roots);

} // namespace lz::hlo
