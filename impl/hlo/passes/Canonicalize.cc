// Gives each thing one spelling and removes what does nothing: splats are broadcasts of scalars,
// constants stand on the right, views of views are one view, transposes of contractions are theirs,
// identities are gone, branches on constants are taken.
//
//   %c = constant dense<1.0> : tensor<2x3xf32>     %c = constant dense<1.0> : tensor<f32>
//   %0 = transpose %x, dims = [1, 0]           ->  %0 = broadcast_in_dim %c, dims = [] : [2,3]
//   %1 = transpose %0, dims = [1, 0]               %1 = add %x, %0
//   %2 = add %c, %1
//
// Needs: nothing.
// Leaves: the same bits.
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rules/Tables.h"

namespace lz::hlo {
namespace {

struct Canonicalize : ModulePass<Canonicalize> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Canonicalize)
  static constexpr llvm::StringLiteral kName = "lz-canonicalize";
  static constexpr llvm::StringLiteral kSummary = "Give each thing one spelling.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    mlir::RewritePatternSet patterns(module.getContext());
    for (const auto& rules : canonicalRules())
      addRules(patterns, rules);
    return applyPatterns(module, std::move(patterns));
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createCanonicalizePass() {
  return std::make_unique<Canonicalize>();
}

} // namespace lz::hlo
