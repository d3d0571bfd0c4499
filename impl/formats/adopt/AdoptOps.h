// Replaces ops and custom calls of other systems by Lazuli's ops. A table has a rewrite for each
// name.
#pragma once

#include "linalg/spec/LapackTable.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::formats {

// Replaces the ops that the table names. joinForeignConfigs must have run before, and all types
// must be static. An op that does not fit its rewrite stays as it is, because the caller can define
// a custom call of the same name. If a chlo op does not fit, this fails with an error that names
// the types of the op.
mlir::LogicalResult adoptOps(mlir::func::FuncOp main);

// Returns whether the table has a rewrite for ops of this name.
bool isAdopted(llvm::StringRef name);
// Returns whether the table has a rewrite for custom calls of this routine.
bool isAdopted(linalg::LapackFunction function);

} // namespace lz::formats
