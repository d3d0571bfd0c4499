// Convolutions that run as regions: their plans have a window over taps instead of a product of
// panels.
#pragma once

#include "mlir/IR/Operation.h"

namespace lz::fusion {

// Whether the op is a convolution of floats whose groups are so narrow that tiles of a contraction
// would be almost empty.
bool isDepthwise(mlir::Operation* op);

// The number of loops over its taps and input features, or one more.
size_t tapDimsOf(mlir::Operation* depthwise);

} // namespace lz::fusion
