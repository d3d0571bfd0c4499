// Moves ops that compute a few elements, such as the mean of a loss, down to their users.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

namespace lz::fusion {

class SmallTails {
public:
  // Moves small tails down to their users. For example, the mean of a loss moves to a place after
  // the gradients of its rows. Then the region of the gradients can also output the losses of the
  // rows. Only ops with one user move, so that the order of these ops stays the same.
  void sink(mlir::Block& block);

  // Returns the op before which the region with this root is placed. The region of a moved tail is
  // placed where the tail was before, if the operands of the region exist there. Then these
  // operands need not live longer.
  mlir::Operation* placeOf(mlir::Operation* root, llvm::ArrayRef<mlir::Value> operands) const;

private:
  // For each moved tail, the op that it stood before.
  llvm::DenseMap<mlir::Operation*, mlir::Operation*> stoodBefore_;
};

} // namespace lz::fusion
