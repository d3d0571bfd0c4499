// Finds values that one kernel makes and another one updates in place.
#pragma once

#include "compiler/Kernels.h"

#include "mlir/IR/Value.h"

#include <utility>
#include <vector>

namespace lz::compiler {

// Returns pairs of a value and its updated value, in reverse order of the ops. A region of the
// block makes the value, and the only reader of the value is a region that overwrites a part of it.
// So both values can share one place, without a copy.
std::vector<std::pair<mlir::Value, mlir::Value>> updatedResults(mlir::Block& block,
                                                                const ModuleKernels& kernels);

} // namespace lz::compiler
