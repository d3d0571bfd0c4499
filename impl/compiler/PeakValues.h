// Finds the values that are alive while a module needs much memory.
#pragma once

#include "llvm/ADT/DenseSet.h"
#include "mlir/IR/BuiltinOps.h"

#include <cstdint>

namespace lz::compiler {

// Returns the stored values that are alive at some op while more than `bytes` bytes are alive.
// Counts the values of a module whose regions have been formed, if its ops run in their order. A
// value lives from its op to the last op that reads it, or a view of it. The results of a loop live
// during the loop, and so do all values that its body reads. Arguments and results of the function
// do not count, because no plan can make them smaller.
llvm::DenseSet<mlir::Value> valuesAbove(mlir::ModuleOp module, int64_t bytes);

// Returns whether the op is in the body of a region, contraction or sweep. Such values are not
// stored.
bool isInsideKernel(mlir::Operation* op);

} // namespace lz::compiler
