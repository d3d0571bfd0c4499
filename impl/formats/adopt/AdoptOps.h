// Replaces ops and custom calls of other systems by Lazuli's ops. A table has a rewrite for each
// name.
#pragma once

#include "linalg/spec/LapackTable.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::formats {

// Rewrites the ops that the table names, in the order of the text. Ops in the regions of an op are
// rewritten before the op itself. Requires joinForeignConfigs, and static types. An op that does
// not fit its rewrite is not changed, because it can be a custom call that the caller defines.
// Lowering rejects every other op that does not fit. A chlo op that does not fit is an error, which
// names the types of the op.
mlir::LogicalResult adoptOps(mlir::func::FuncOp main);

// Returns whether the table has a rewrite for ops of this name.
bool isAdopted(llvm::StringRef name);
// Returns whether the table has a rewrite for custom calls of this routine.
bool isAdopted(linalg::LapackFunction function);

} // namespace lz::formats
