// Internal to hlo: what ops read, and the order of ops in their block.
#pragma once

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "mlir/IR/Operation.h"

namespace lz::hlo {

// Returns all values that an op reads, including values from outside that its regions read.
llvm::SetVector<mlir::Value> readBy(mlir::Operation* op);

// Returns the ops, which are in one block, in their order there.
llvm::SmallVector<mlir::Operation*> inBlockOrder(llvm::ArrayRef<mlir::Operation*> ops);

} // namespace lz::hlo
