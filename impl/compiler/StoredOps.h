// Finds the tensors that a run of a module would store.
#pragma once

#include "fusion/FusionOptions.h"

#include "llvm/ADT/DenseSet.h"
#include "mlir/IR/BuiltinOps.h"

namespace lz::compiler {

// Returns the ops whose results a run would store. These are the ops that compute the results of
// regions and products, and the ops that are in no region. To find them, forms the regions of a
// copy of the module. This takes as long as forming the regions of the module. The module must have
// no dead ops. If `aliveBytes` is positive, only returns the ops of values that are alive while
// more than this number of bytes are alive (PeakValues.h).
llvm::DenseSet<mlir::Operation*>
storedOps(mlir::ModuleOp module, const fusion::FusionOptions& options, int64_t aliveBytes);

} // namespace lz::compiler
