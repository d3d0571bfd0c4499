// Copies constants into the blocks that read them.
#pragma once

#include "mlir/IR/Block.h"

namespace lz::fusion {

// Copies scalar constants from outside of the block into it, for example into the body of a loop.
// So the kernels of the block know the numbers. A kernel that finds the largest element and its
// index, for example, needs the start values to be constants in order to use vectors.
void sinkConstants(mlir::Block& block);

} // namespace lz::fusion
