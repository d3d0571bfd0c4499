// Ops and custom calls of others become ours, each by the rewrite that the one table here has for
// its name.
#pragma once

#include "linalg/spec/LapackTable.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::hlo {

// Rewrites what the table names, in the order of the text, an op behind those of its regions.
// Needs: joinForeignConfigs, static types. What does not fit its rewrite stays: an op is refused by
// whoever needs it, and a custom call may be one of the program's own. A chlo op that does not fit
// is an error, which names its types.
mlir::LogicalResult adoptOps(mlir::func::FuncOp main);

// Whether the table has a rewrite for ops of this name.
bool isAdopted(llvm::StringRef name);
// The same for the custom calls of a routine.
bool isAdopted(LapackFunction function);

} // namespace lz::hlo
