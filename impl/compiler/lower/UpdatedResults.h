// Values that a kernel makes and another one updates where they lie.
#pragma once

#include "compiler/Kernels.h"

#include "mlir/IR/Value.h"

#include <utility>
#include <vector>

namespace lz {

// Results of regions of the block that nothing reads but a region that writes a part of them, each
// with the result of that region, later ones first: zeros, and the sums of segments that begin as
// those. Both can be one value, and nothing is copied.
std::vector<std::pair<mlir::Value, mlir::Value>> updatedResults(mlir::Block& block,
                                                                const ModuleKernels& kernels);

} // namespace lz
