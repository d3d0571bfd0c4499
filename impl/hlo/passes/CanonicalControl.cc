// Control flow that is decided while compiling.
#include "hlo/passes/Canonicalize.h"
#include "hlo/rewrite/OpMaker.h"

#include "llvm/ADT/BitVector.h"

namespace lz::hlo {
namespace {

// if(true) and case(2): the ops of the branch take the place of the op. A case out of range takes
// its last branch.
struct KnownBranch : OpcodePattern {
  using OpcodePattern::OpcodePattern;

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    Literal selector = splatOf(op->getOperand(0));
    if (!selector.valid())
      return mlir::failure();
    int64_t value = selector.toInt(0), last = int64_t(op->getNumRegions()) - 1;
    if (selector.type().dtype == DType::Pred)
      value = 1 - value; // the true branch comes first
    mlir::Block& branch = op->getRegion(value < 0 || value > last ? last : value).front();
    mlir::Operation* terminator = branch.getTerminator();
    llvm::SmallVector<mlir::Value> results(terminator->getOperands());
    rewriter.inlineBlockBefore(&branch, op);
    rewriter.replaceOp(op, results);
    rewriter.eraseOp(terminator);
    return mlir::success();
  }
};

// State that the body hands on unchanged is no state: condition and body capture it, and nothing
// copies it into the loop.
//
//   %r:2 = while(%i = %n, %m = %matrix) cond { .. } do { .., return %next, %m }
//   ->  %r = while(%i = %n) cond { .. } do { .. %matrix .., return %next }
//
// A loop keeps one value, changed or not: an op without operands has another syntax.
struct UnchangedState : OpcodePattern {
  using OpcodePattern::OpcodePattern;

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    llvm::BitVector unchanged = unchangedBy(op->getRegion(1).front());
    if (unchanged.all())
      unchanged.reset(0);
    if (unchanged.none())
      return mlir::failure();
    llvm::SmallVector<mlir::Value> results(op->getOperands());
    mlir::Operation* loop = withoutState(op, unchanged, rewriter);
    unsigned kept = 0;
    for (unsigned i = 0; i < results.size(); ++i)
      if (!unchanged[i])
        results[i] = loop->getResult(kept++);
    rewriter.replaceOp(op, results);
    return mlir::success();
  }

private:
  static llvm::BitVector unchangedBy(mlir::Block& body) {
    llvm::BitVector unchanged(body.getNumArguments());
    for (mlir::OpOperand& next : body.getTerminator()->getOpOperands())
      unchanged[next.getOperandNumber()] = next.get() == body.getArgument(next.getOperandNumber());
    return unchanged;
  }

  static mlir::Operation* withoutState(mlir::Operation* op, const llvm::BitVector& removed,
                                       mlir::PatternRewriter& rewriter) {
    mlir::OperationState state(op->getLoc(), op->getName());
    for (mlir::OpResult result : op->getResults())
      if (unsigned i = result.getResultNumber(); !removed[i]) {
        state.operands.push_back(op->getOperand(i));
        state.types.push_back(result.getType());
      }
    state.addAttributes(op->getAttrs());
    for (mlir::Region& region : op->getRegions()) {
      for (unsigned i : removed.set_bits())
        rewriter.replaceAllUsesWith(region.getArgument(i), op->getOperand(i));
      region.front().eraseArguments(removed);
      state.addRegion()->takeBody(region);
    }
    mlir::Operation* loop = rewriter.create(state);
    mlir::Operation* next = loop->getRegion(1).front().getTerminator();
    rewriter.modifyOpInPlace(next, [&] { next->eraseOperands(removed); });
    return loop;
  }
};

} // namespace

void addControlPatterns(mlir::RewritePatternSet& patterns) {
  patterns.add<KnownBranch>(patterns.getContext(), Opcode::If);
  patterns.add<KnownBranch>(patterns.getContext(), Opcode::Case);
  patterns.add<UnchangedState>(patterns.getContext(), Opcode::While);
}

} // namespace lz::hlo
