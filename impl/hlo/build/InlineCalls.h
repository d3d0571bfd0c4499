// Replaces calls by the bodies of the called functions.
#pragma once

#include "base/Status.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace lz::hlo {

// Tells why `call` cannot be replaced by the body of its callee. The status has no location.
struct CallProblem {
  mlir::Operation* call;
  Status status;
};

// Replaces each call in the bodies of `roots`, which are functions of one module, by the body of
// its callee. This includes calls in nested regions, so no func.call and no stablehlo.composite is
// left. Other functions do not change. The time is linear in the sizes of the module and of the
// result, for every call graph, and the code does not recurse over the graph. If a problem is
// returned, nothing has changed. Problems are invalid-argument for recursion, for a callee without
// a body, and for types that do not fit; and resource-exhausted if the second and further copies of
// functions take more than 128 MiB. In a chain of functions that each call the next one twice, each
// function doubles the size.
std::optional<CallProblem> inlineCalls(llvm::ArrayRef<mlir::func::FuncOp> roots);

} // namespace lz::hlo
