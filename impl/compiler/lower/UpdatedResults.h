// Finds values that one kernel makes and another kernel updates in place.
#pragma once

#include "compiler/Kernels.h"

#include "mlir/IR/Value.h"

#include <utility>
#include <vector>

namespace lz::compiler {

// Returns pairs of values, in reverse order of the ops. The first value of a pair is made by a
// region of the block. The only reader of this value is another region, which overwrites a part of
// it. The second value is the result of that region. So both values can have the same place,
// without a copy.
std::vector<std::pair<mlir::Value, mlir::Value>> updatedResults(mlir::Block& block,
                                                                const ModuleKernels& kernels);

} // namespace lz::compiler
