// Convolutions that run as regions: a plan's window over taps instead of a product of panels.
#pragma once

#include "mlir/IR/Operation.h"

namespace lz::fusion {

// A convolution of floats in groups so narrow that the tiles of a contraction would be almost
// empty.
bool isDepthwise(mlir::Operation* op);

// As many as the loops over its taps and input features, or one more.
size_t tapDimsOf(mlir::Operation* depthwise);

} // namespace lz::fusion
