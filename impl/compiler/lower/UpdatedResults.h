// Finds values that one kernel makes and another one updates in place.
#pragma once

#include "compiler/Kernels.h"

#include "mlir/IR/Value.h"

#include <utility>
#include <vector>

namespace lz::compiler {

// Pairs of (value, updated value), later ones first: a region of the block makes the value, and
// only one other region reads it, which writes a part of it. For example, zeros, and the segment
// sums that start from them. Both values of a pair can share one place, so that nothing is copied.
std::vector<std::pair<mlir::Value, mlir::Value>> updatedResults(mlir::Block& block,
                                                                const ModuleKernels& kernels);

} // namespace lz::compiler
