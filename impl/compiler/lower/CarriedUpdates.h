// Finds values that a loop carries and updates in place.
#pragma once

#include "compiler/Kernels.h"

#include "mlir/IR/Value.h"

namespace lz::compiler {

// Returns the result of the update that makes `yielded`, the next value of `carried`. Returns null
// if there is no update, or if the update must not overwrite `carried`, for example because
// `carried` is read later.
mlir::Value updateOf(mlir::BlockArgument carried, mlir::Value yielded,
                     const ModuleKernels& kernels);

} // namespace lz::compiler
