// Finds values that a loop carries and updates in place.
#pragma once

#include "compiler/Kernels.h"

#include "mlir/IR/Value.h"

namespace lz::compiler {

// If `yielded`, the next value of `carried`, is made by an update that may overwrite `carried`,
// returns the result of the update. Otherwise, for example if `carried` is read after the update,
// returns null.
mlir::Value updateOf(mlir::BlockArgument carried, mlir::Value yielded,
                     const ModuleKernels& kernels);

} // namespace lz::compiler
