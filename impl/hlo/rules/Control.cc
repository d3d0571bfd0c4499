// Replaces control flow that is known at compile time, or that costs more than computing both
// branches.
#include "hlo/rewrite/OpMaker.h"
#include "hlo/rewrite/SelectBranches.h"
#include "hlo/rules/Tables.h"

namespace lz::hlo {
namespace {

// Replaces an if or case whose branch is known, such as if(true) or case(2), by the ops of the
// branch. For an index out of range, case uses its last branch.
struct KnownBranch : OpcodePattern {
  using OpcodePattern::OpcodePattern;

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    Literal selector = splatOf(op->getOperand(0));
    if (!selector.valid())
      return mlir::failure();
    int64_t value = selector.toInt(0), last = int64_t(op->getNumRegions()) - 1;
    if (selector.type().dtype == DType::Pred)
      value = 1 - value; // if the predicate is true, the first region runs
    mlir::Block& branch = op->getRegion(value < 0 || value > last ? last : value).front();
    mlir::Operation* terminator = branch.getTerminator();
    llvm::SmallVector<mlir::Value> results(terminator->getOperands());
    rewriter.inlineBlockBefore(&branch, op);
    rewriter.replaceOp(op, results);
    rewriter.eraseOp(terminator);
    return mlir::success();
  }
};

// Computes both branches if that is cheaper than choosing one, because they are a few elementwise
// ops on a few elements.
struct CheapBranches : OpcodePattern {
  explicit CheapBranches(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::If) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    if (!hasElementwiseBranches(op) || costOf(op) > kCheap)
      return mlir::failure();
    selectBranches(op, rewriter);
    return mlir::success();
  }

private:
  // Even with a value of 1, all plans of the bench's 258 programs stay the same.
  static constexpr int64_t kCheap = 256; // largest number of elements that both branches compute

  static int64_t costOf(mlir::Operation* op) {
    int64_t cost = 0;
    op->walk([&](mlir::Operation* inner) {
      if (inner == op || is(inner, Opcode::Constant))
        return;
      for (mlir::Value result : inner->getResults())
        cost += std::min<int64_t>(typeOf(result).numElements(), kCheap + 1);
    });
    return cost;
  }
};

void addKnownBranches(mlir::RewritePatternSet& patterns) {
  for (Opcode opcode : {Opcode::If, Opcode::Case})
    patterns.add<KnownBranch>(patterns.getContext(), opcode);
}

constexpr Rule kControlRules[] = {
    {"known-branch", "if(constant), case(constant) -> the ops of the branch", addKnownBranches},
    {"cheap-branches", "if(p) {f(x)} else {g(x)} -> select(p, f(x), g(x)), few elements",
     addPattern<CheapBranches>},
};

} // namespace

llvm::ArrayRef<Rule> controlRules() {
  return kControlRules;
}

} // namespace lz::hlo
