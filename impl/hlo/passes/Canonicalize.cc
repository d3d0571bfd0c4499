// Gives each computation one canonical form, and removes ops without effect. Splats become
// broadcasts of scalars, constants become right operands, and a view of a view becomes one view.
// Transposes around contractions become part of them, identities are removed, and branches on
// constants are decided.
//
//   %c = constant dense<1.0> : tensor<2x3xf32>     %c = constant dense<1.0> : tensor<f32>
//   %0 = transpose %x, dims = [1, 0]           ->  %0 = broadcast_in_dim %c, dims = [] : [2,3]
//   %1 = transpose %0, dims = [1, 0]               %1 = add %x, %0
//   %2 = add %c, %1
//
// Needs: nothing.
// Leaves: results with the same bits.
#include "hlo/ir/Dialect.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rules/Tables.h"

namespace lz::hlo {
namespace {

struct Canonicalize : ModulePass<Canonicalize> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Canonicalize)
  static constexpr llvm::StringLiteral kName = "lz-canonicalize";
  static constexpr llvm::StringLiteral kSummary = "Give each computation one canonical form.";

  // A sort can become a top_k, also in a module that has no other op of that dialect.
  void getDependentDialects(mlir::DialectRegistry& registry) const final {
    registry.insert<chlo::CHLODialect>();
  }

  // Applies the rules of loops after all other rules. Otherwise each change in a body would make
  // the patterns visit the loop, and everything in it, again.
  mlir::LogicalResult run(mlir::ModuleOp module) {
    constexpr int kMostRounds = 64; // unrolling a loop enables rules for inner loops
    mlir::RewritePatternSet patterns(module.getContext()), patternsOfLoops(module.getContext());
    for (const auto& rules : canonicalRules())
      addRules(rules.data() == loopRules().data() ? patternsOfLoops : patterns, rules);
    const mlir::FrozenRewritePatternSet others(std::move(patterns)),
        loops(std::move(patternsOfLoops));
    bool isChanged = true;
    for (int round = 0; isChanged && round < kMostRounds; ++round) {
      isChanged = false;
      if (failed(applyPatterns(module, others)) ||
          failed(applyPatternsTo(module, {Opcode::While}, loops, &isChanged)))
        return mlir::failure();
    }
    return mlir::success();
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createCanonicalizePass() {
  return std::make_unique<Canonicalize>();
}

} // namespace lz::hlo
