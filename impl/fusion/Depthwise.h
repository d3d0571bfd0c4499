// Finds convolutions that run as regions. Their plans have loops over the taps of the window
// instead of a product of panels.
#pragma once

#include "mlir/IR/Operation.h"

namespace lz::fusion {

// Returns whether the op is a convolution of floats whose groups have so few features that the
// tiles of a contraction would be almost empty.
bool isDepthwise(mlir::Operation* op);

// Returns the number of loops over the taps and input features of the convolution, or one more.
size_t tapDimsOf(mlir::Operation* depthwise);

} // namespace lz::fusion
