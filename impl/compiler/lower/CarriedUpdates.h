// Finds values that a loop carries and updates in place.
#pragma once

#include "compiler/Kernels.h"

#include "mlir/IR/Value.h"

namespace lz::compiler {

// `yielded` is the next value of `carried`. If a kernel makes `yielded` by updating a part of
// `carried`, returns the result of this kernel. Returns null if there is no such kernel. Also
// returns null if the kernel must not overwrite `carried`, for example because `carried` is read
// later.
mlir::Value updateOf(mlir::BlockArgument carried, mlir::Value yielded,
                     const ModuleKernels& kernels);

} // namespace lz::compiler
