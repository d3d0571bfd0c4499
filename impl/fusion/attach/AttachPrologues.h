// Finds prologues: regions that can make an operand of a contraction some rows at a time. Nothing
// else reads the operand. A row holds all values of k, or a part of an image or batch element.
//
//   K[i, j] = exp(-|x_i - y_j|), K . B of several columns      rows of K, 10,000 x 10,000, are made
//                                                              some at a time and never stored
//   conv(relu(x), w)                                           in the same way, images of relu(x)
#pragma once

#include "fusion/FusionOptions.h"

#include "llvm/ADT/MapVector.h"
#include "mlir/IR/Block.h"

namespace lz::fusion {

// A contraction with its regions. In the block, the prologues come first, then the contraction, and
// then the epilogues. Only reshapes are between these ops. All of the regions work on rows.
struct Attached {
  mlir::Operation *first, *last;
};
using AttachedTo = llvm::MapVector<mlir::Operation*, Attached>; // by contraction

void attachPrologues(mlir::Block& block, const FusionOptions& options, AttachedTo& attached);

} // namespace lz::fusion
