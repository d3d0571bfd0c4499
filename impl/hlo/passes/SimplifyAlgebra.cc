// Applies laws of arithmetic to elementwise ops, and identities of linear algebra.
//
//   %0 = stablehlo.subtract %x, %y
//   %1 = stablehlo.multiply %0, %one    ->   %0 = stablehlo.subtract %x, %y
//   return %1                                return %0
//
// Needs: canonical form (splats as broadcasts of scalars, no implicit broadcast).
// Leaves: results with the same bits, except for payloads and signs of NaN. Rules that round change
// more; docs/numerics.md lists them.
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rules/Tables.h"

namespace lz::hlo {
namespace {

struct SimplifyAlgebra : ModulePass<SimplifyAlgebra> {
  SimplifyAlgebra(bool strict, bool identities) : strict(strict), identities(identities) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SimplifyAlgebra)
  static constexpr llvm::StringLiteral kName = "lz-simplify-algebra";
  static constexpr llvm::StringLiteral kSummary = "Apply laws of arithmetic to elementwise ops.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    // The rules are parsed once per process, since parsing takes as long as the rest of this pass
    // on a small module.
    static const auto rules = parseTermRules(exactTermRules());
    static const auto roundingRules = parseTermRules(roundingTermRules());
    for (const auto* parsed : {&rules, &roundingRules})
      if (!parsed->ok())
        return module.emitError(std::string(parsed->status().message()));
    mlir::RewritePatternSet patterns(module.getContext());
    addTermRules(patterns, **rules);
    if (!strict)
      addTermRules(patterns, **roundingRules);
    if (identities)
      addRules(patterns, identityRules());
    addRules(patterns, lawRules());
    addRules(patterns, rowElementRules());
    return applyPatterns(module, std::move(patterns));
  }

  bool strict, identities;
};

} // namespace

std::unique_ptr<mlir::Pass> createSimplifyAlgebraPass(bool strict, bool identities) {
  return std::make_unique<SimplifyAlgebra>(strict, identities);
}

} // namespace lz::hlo
