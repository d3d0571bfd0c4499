#include "hlo/rewrite/SelectBranches.h"

namespace lz::hlo {

bool hasElementwiseBranches(mlir::Operation* op) {
  if (!is(op, Opcode::If) || !hasKnownTypes(op))
    return false;
  return llvm::all_of(op->getRegions(), [](mlir::Region& region) {
    return region.hasOneBlock() && mlir::isa<ReturnOp>(region.front().back()) &&
           llvm::all_of(region.front().without_terminator(), [](mlir::Operation& inner) {
             const OpInfo* info = opInfo(&inner);
             return info && hasKnownTypes(&inner) &&
                    (info->kind == OpKind::Elementwise || info->opcode == Opcode::Constant);
           });
  });
}

void selectBranches(mlir::Operation* op, mlir::RewriterBase& rewriter) {
  mlir::OpBuilder::InsertionGuard guard(rewriter);
  llvm::SmallVector<mlir::Value> results[2];
  for (unsigned i : {0u, 1u}) {
    mlir::Block& branch = op->getRegion(i).front();
    mlir::Operation* terminator = branch.getTerminator();
    llvm::append_range(results[i], terminator->getOperands());
    rewriter.inlineBlockBefore(&branch, op);
    rewriter.eraseOp(terminator);
  }
  rewriter.setInsertionPoint(op);
  llvm::SmallVector<mlir::Value> selected;
  for (auto [taken, other] : llvm::zip(results[0], results[1]))
    selected.push_back(taken == other ? taken
                                      : rewriter.create<SelectOp>(op->getLoc(), taken.getType(),
                                                                  op->getOperand(0), taken, other));
  rewriter.replaceOp(op, selected);
}

} // namespace lz::hlo
