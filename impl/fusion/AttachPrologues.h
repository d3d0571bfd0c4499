// Prologues: regions whose only user is a contraction, as its operand, and that make the operand
// some rows at a time. Such rows hold all of k, or parts of images and batch elements.
//
//   K[i, j] = exp(-|x_i - y_j|), K . B of several columns      rows of K, 10,000 x 10,000, are made
//                                                              some at a time and never stored
//   conv(relu(x), w)                                           so are images of relu(x)
#pragma once

#include "fusion/FusionOptions.h"

#include "llvm/ADT/MapVector.h"
#include "mlir/IR/Block.h"

namespace lz::fusion {

// The contraction with its regions, from the first prologue, or the contraction, to the last
// epilogue. They stand side by side, with only reshapes between them. Regions among them have rows.
struct Attached {
  mlir::Operation *first, *last;
};
using AttachedTo = llvm::MapVector<mlir::Operation*, Attached>; // by contraction

void attachPrologues(mlir::Block& block, const FusionOptions& options, AttachedTo& attached);

} // namespace lz::fusion
