// Finds convolutions that run as regions. Their plans have a window over taps instead of a product
// of panels.
#pragma once

#include "mlir/IR/Operation.h"

namespace lz::fusion {

// Returns whether the op is a convolution of floats whose groups are so narrow that tiles of a
// contraction would be almost empty.
bool isDepthwise(mlir::Operation* op);

// Returns an upper bound of the number of loops over the taps and input features of the
// convolution, which is at most one too many.
size_t tapDimsOf(mlir::Operation* depthwise);

} // namespace lz::fusion
