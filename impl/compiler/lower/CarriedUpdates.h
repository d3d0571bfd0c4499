// Values that a loop carries and updates where they lie.
#pragma once

#include "compiler/Kernels.h"

#include "mlir/IR/Value.h"

namespace lz {

// The result of an update in place that is the next value of the carried one: nobody reads the old
// value after it, so that it may be written over. Null: there is none.
mlir::Value updateOf(mlir::BlockArgument carried, mlir::Value yielded,
                     const ModuleKernels& kernels);

} // namespace lz
