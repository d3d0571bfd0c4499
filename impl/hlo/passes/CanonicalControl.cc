// Control flow that is decided while compiling.
#include "hlo/passes/Canonicalize.h"
#include "hlo/passes/OpMaker.h"

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

} // namespace

void addControlPatterns(mlir::RewritePatternSet& patterns) {
  patterns.add<KnownBranch>(patterns.getContext(), Opcode::If);
  patterns.add<KnownBranch>(patterns.getContext(), Opcode::Case);
}

} // namespace lz::hlo
