// Finds values that one kernel makes and another one updates in place.
#pragma once

#include "compiler/Kernels.h"

#include "mlir/IR/Value.h"

#include <utility>
#include <vector>

namespace lz::compiler {

// Returns pairs of (value, updated value), later pairs first. A region of the block makes the
// value, and the only reader is a region that overwrites a part of it. For example, the value is
// zeros, and segment sums are added to it. Both values of a pair can share one place, so that
// nothing is copied.
std::vector<std::pair<mlir::Value, mlir::Value>> updatedResults(mlir::Block& block,
                                                                const ModuleKernels& kernels);

} // namespace lz::compiler
