// Copies constants into the blocks that read them.
#pragma once

#include "mlir/IR/Block.h"

namespace lz::fusion {

// Copies scalar constants from outside of the block into it, for example into the body of a loop.
// So the kernels of the block know the numbers. For example, a kernel that finds the largest
// element and its index can use vectors only if the start values are constants.
void sinkConstants(mlir::Block& block);

} // namespace lz::fusion
