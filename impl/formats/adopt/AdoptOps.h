// Turns ops and custom calls of other systems into ours. A table has a rewrite for each name.
#pragma once

#include "linalg/spec/LapackTable.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::formats {

// Rewrites the ops that the table names, in the order of the text, an op after those of its
// regions. Needs: joinForeignConfigs, static types. An op that does not fit its rewrite stays:
// lowering refuses it, and a custom call may be one of the caller's own. A chlo op that does not
// fit is an error, which names its types.
mlir::LogicalResult adoptOps(mlir::func::FuncOp main);

// Whether the table has a rewrite for ops of this name.
bool isAdopted(llvm::StringRef name);
// The same for the custom calls of a routine.
bool isAdopted(linalg::LapackFunction function);

} // namespace lz::formats
