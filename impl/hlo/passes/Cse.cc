// Removes duplicates. If several ops have equal operands, attributes and regions, only the first
// remains.
//
//   %0 = stablehlo.multiply %x, %y         %0 = stablehlo.multiply %x, %y
//   %1 = stablehlo.multiply %x, %y    ->   %2 = stablehlo.add %0, %0
//   %2 = stablehlo.add %0, %1
//
// Needs: nothing. Finds more duplicates after Canonicalize.
// Leaves: no two equal ops without side effects in one scope.
#include "mlir/Transforms/CSE.h"

#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"

#include "mlir/IR/Dominance.h"

namespace lz::hlo {
namespace {

struct Cse : ModulePass<Cse> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Cse)
  static constexpr llvm::StringLiteral kName = "lz-cse";
  static constexpr llvm::StringLiteral kSummary = "Replace equal ops by one of them.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    mlir::IRRewriter rewriter(module.getContext());
    for (auto function : module.getOps<mlir::func::FuncOp>()) {
      mlir::DominanceInfo dominance(function);
      mlir::eliminateCommonSubExpressions(rewriter, dominance, function);
    }
    return mlir::success();
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createCsePass() {
  return std::make_unique<Cse>();
}

} // namespace lz::hlo
