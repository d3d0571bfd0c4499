// Finds convolutions that run as regions instead of contractions. The plan of such a region has
// loops over the taps of the window.
#pragma once

#include "mlir/IR/Operation.h"

namespace lz::fusion {

// Returns whether the op is a convolution of floats, and each of its groups has few features. If it
// were a contraction, the tiles would be almost empty.
bool isDepthwise(mlir::Operation* op);

// Returns an upper bound of the number of loops over the taps and input features of the
// convolution. The bound is at most one too large.
size_t tapDimsOf(mlir::Operation* depthwise);

} // namespace lz::fusion
