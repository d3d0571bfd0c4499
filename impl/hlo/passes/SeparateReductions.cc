// Divides a reduction with many operands into several, if its body does not combine these operands.
//
//   %0:1000 = reduce(%x0 init: %c), ...   ->   %a:32 = reduce(%x0 init: %c), ..., (%x31 init: %c)
//     { %s0 = add %p0, %q0, ... }                { %s0 = add %p0, %q0, ... }
//                                              ...
//
// A kernel has an accumulator for each operand. Its compile time grows more than linearly with the
// number of operands. A kernel of 1,000 operands took 24 s. Parts have at most 32 operands, and
// parts of equal types share a kernel. Results that depend on each other, such as those of arg max,
// stay together.
//
// Needs: nothing.
// Leaves: the same values.
#include "hlo/ir/Effects.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/OpMaker.h"

#include "llvm/ADT/IntEqClasses.h"
#include "mlir/IR/IRMapping.h"

namespace lz::hlo {
namespace {

// Even with a value of 1, all plans of the bench's 258 programs stay the same.
constexpr size_t kMostOperands = 32;

// The indices of operands that depend on each other, and the ops of the body that compute with
// them.
struct Part {
  llvm::SmallVector<unsigned> operands;
  llvm::SmallVector<mlir::Operation*> ops;
};

// Divides the operands into equivalence classes. Two operands are in one class if a value of the
// body depends on both.
class BodyParts {
public:
  BodyParts(mlir::Block& body, unsigned operands) : classes_(operands) {
    for (mlir::BlockArgument argument : body.getArguments())
      operandOf_[argument] = argument.getArgNumber() % operands;
    for (mlir::Operation& op : body.without_terminator())
      add(op);
    for (mlir::OpOperand& result : body.getTerminator()->getOpOperands())
      if (auto it = operandOf_.find(result.get()); it != operandOf_.end())
        classes_.join(result.getOperandNumber(), it->second);
    classes_.compress();
  }

  // Returns one part for each equivalence class. Returns no parts if an op of the body has regions,
  // or has operands but depends on no argument.
  std::vector<Part> take(mlir::Block& body, unsigned operands) const {
    if (!isPlain_)
      return {};
    std::vector<Part> parts(classes_.getNumClasses());
    for (unsigned i = 0; i < operands; ++i)
      parts[classes_[i]].operands.push_back(i);
    for (mlir::Operation& op : body.without_terminator())
      if (op.getNumOperands() > 0)
        parts[classes_[operandOf_.lookup(op.getResult(0))]].ops.push_back(&op);
    return parts;
  }

private:
  void add(mlir::Operation& op) {
    isPlain_ &= op.getNumRegions() == 0;
    std::optional<unsigned> first;
    for (mlir::Value operand : op.getOperands())
      if (auto it = operandOf_.find(operand); it != operandOf_.end()) {
        first = first.value_or(it->second);
        classes_.join(*first, it->second);
      }
    isPlain_ &= first || op.getNumOperands() == 0;
    if (first)
      for (mlir::Value result : op.getResults())
        operandOf_[result] = *first;
  }

  llvm::IntEqClasses classes_;
  llvm::DenseMap<mlir::Value, unsigned> operandOf_; // one operand of the value's class
  bool isPlain_ = true;
};

// Merges neighboring parts as long as they stay within the maximum size.
std::vector<Part> packed(llvm::ArrayRef<Part> parts) {
  std::vector<Part> result;
  for (const Part& part : parts) {
    if (result.empty() || result.back().operands.size() + part.operands.size() > kMostOperands)
      result.emplace_back();
    result.back().operands.append(part.operands);
    result.back().ops.append(part.ops);
  }
  return result;
}

struct SeparateReduction : OpcodePattern {
  using OpcodePattern::OpcodePattern;

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    unsigned operands = op->getNumResults();
    if (operands <= kMostOperands || hasEffects(op))
      return mlir::failure();
    mlir::Block& body = op->getRegion(0).front();
    std::vector<Part> parts = packed(BodyParts(body, operands).take(body, operands));
    if (parts.size() < 2)
      return mlir::failure();
    llvm::SmallVector<mlir::Value> results(operands);
    for (const Part& part : parts)
      for (auto [i, result] : llvm::zip(part.operands, make(op, part, rewriter)->getResults()))
        results[i] = result;
    rewriter.replaceOp(op, results);
    return mlir::success();
  }

private:
  static mlir::Operation* make(mlir::Operation* op, const Part& part,
                               mlir::PatternRewriter& rewriter) {
    mlir::OpBuilder::InsertionGuard guard(rewriter);
    mlir::OperationState state(op->getLoc(), op->getName());
    state.addAttributes(op->getAttrDictionary().getValue());
    for (unsigned half : {0u, op->getNumResults()})
      for (unsigned i : part.operands)
        state.operands.push_back(op->getOperand(half + i));
    for (unsigned i : part.operands)
      state.types.push_back(op->getResult(i).getType());
    mlir::Block* body = &state.addRegion()->emplaceBlock();
    fill(body, op, part, rewriter);
    rewriter.setInsertionPoint(op);
    return rewriter.create(state);
  }

  static void fill(mlir::Block* body, mlir::Operation* op, const Part& part,
                   mlir::PatternRewriter& rewriter) {
    mlir::Block& whole = op->getRegion(0).front();
    mlir::IRMapping map;
    for (unsigned half : {0u, op->getNumResults()})
      for (unsigned i : part.operands) {
        mlir::BlockArgument from = whole.getArgument(half + i);
        map.map(from, body->addArgument(from.getType(), from.getLoc()));
      }
    rewriter.setInsertionPointToEnd(body);
    auto mapped = [&](mlir::Value value) {
      mlir::Operation* def = value.getDefiningOp();
      if (!map.contains(value) && def && def->getBlock() == &whole)
        rewriter.clone(*def, map); // the op is a constant
      return map.lookupOrDefault(value);
    };
    for (mlir::Operation* inner : part.ops) {
      for (mlir::Value operand : inner->getOperands())
        mapped(operand);
      rewriter.clone(*inner, map);
    }
    llvm::SmallVector<mlir::Value> results;
    for (unsigned i : part.operands)
      results.push_back(mapped(whole.getTerminator()->getOperand(i)));
    rewriter.create<ReturnOp>(op->getLoc(), results);
  }
};

struct SeparateReductions : ModulePass<SeparateReductions> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SeparateReductions)
  static constexpr llvm::StringLiteral kName = "lz-separate-reductions";
  static constexpr llvm::StringLiteral kSummary =
      "Divide a reduction with more than 32 operands into several.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    mlir::RewritePatternSet patterns(module.getContext());
    for (Opcode opcode : {Opcode::Reduce, Opcode::ReduceWindow})
      patterns.add<SeparateReduction>(module.getContext(), opcode);
    return applyPatternsTo(module, {Opcode::Reduce, Opcode::ReduceWindow}, std::move(patterns));
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createSeparateReductionsPass() {
  return std::make_unique<SeparateReductions>();
}

} // namespace lz::hlo
