// Finds values that a loop carries and updates in place.
#pragma once

#include "compiler/Kernels.h"

#include "mlir/IR/Value.h"

namespace lz::compiler {

// The result of an in-place update that is the next value of the carried one. Nothing reads the old
// value after the update, so it may be overwritten. Null: there is no such result.
mlir::Value updateOf(mlir::BlockArgument carried, mlir::Value yielded,
                     const ModuleKernels& kernels);

} // namespace lz::compiler
