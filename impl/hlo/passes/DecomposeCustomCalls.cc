// Replaces custom calls that only annotate their operand by the operand.
//
//   %0 = stablehlo.custom_call @Sharding(%x) : ...     ->   return %x
//   return %0
//
// Needs: nothing.
// Leaves: only custom calls that compute something. Lowering rejects custom calls that are not
// registered.
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/OpMaker.h"
#include "spec/Annotations.h"

namespace lz::hlo {
namespace {

struct DropAnnotation : OpcodePattern {
  explicit DropAnnotation(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::CustomCall) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    auto target = op->getAttrOfType<mlir::StringAttr>("call_target_name");
    if (!target || !isAnnotation(target.getValue()) ||
        op->getOperandTypes() != op->getResultTypes())
      return mlir::failure();
    rewriter.replaceOp(op, op->getOperands());
    return mlir::success();
  }
};

struct DecomposeCustomCalls : ModulePass<DecomposeCustomCalls> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DecomposeCustomCalls)
  static constexpr llvm::StringLiteral kName = "lz-decompose-custom-calls";
  static constexpr llvm::StringLiteral kSummary =
      "Remove custom calls that only annotate their operand.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    mlir::RewritePatternSet patterns(module.getContext());
    patterns.add<DropAnnotation>(module.getContext());
    return applyPatternsTo(module, {Opcode::CustomCall}, std::move(patterns));
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createDecomposeCustomCallsPass() {
  return std::make_unique<DecomposeCustomCalls>();
}

} // namespace lz::hlo
