#include "fusion/SmallTails.h"

#include "fusion/FusionRules.h"

namespace lz::fusion {

void SmallTails::sink(mlir::Block& block) {
  for (mlir::Operation& op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (op.use_empty() || !isSmallTail(&op))
      continue;
    mlir::Operation* user = block.findAncestorOpInBlock(**op.user_begin());
    if (op.getNextNode() != user && llvm::all_of(op.getUsers(), [&](mlir::Operation* other) {
          return block.findAncestorOpInBlock(*other) == user;
        })) {
      stoodBefore_[&op] = op.getNextNode();
      op.moveBefore(user);
    }
  }
}

mlir::Operation* SmallTails::placeOf(mlir::Operation* root,
                                     llvm::ArrayRef<mlir::Value> operands) const {
  mlir::Operation* before = stoodBefore_.lookup(root);
  auto isThere = [&](mlir::Value v) {
    mlir::Operation* def = v.getDefiningOp();
    return !def || def->getBlock() != root->getBlock() || def->isBeforeInBlock(before);
  };
  return before && llvm::all_of(operands, isThere) ? before : root;
}

} // namespace lz::fusion
