// Finds values that a loop carries and updates in place.
#pragma once

#include "compiler/Kernels.h"

#include "mlir/IR/Value.h"

namespace lz::compiler {

// Returns the result of an in-place update that is the next value of `carried`, if nothing reads
// the old value after the update, so that it may be overwritten. Otherwise returns null.
mlir::Value updateOf(mlir::BlockArgument carried, mlir::Value yielded,
                     const ModuleKernels& kernels);

} // namespace lz::compiler
