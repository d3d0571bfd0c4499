// Applies laws of arithmetic to elementwise ops.
//
//   %0 = stablehlo.subtract %x, %y
//   %1 = stablehlo.multiply %0, %one    ->   %0 = stablehlo.subtract %x, %y
//   return %1                                return %0
//
// Needs: canonical spelling (splats as broadcasts of scalars, no implicit broadcast).
// Leaves: the same bits, NaN payloads and signs of NaN aside, except for the rounding rules of the
// entries (spec/ops), which stand in docs/numerics.md too.
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/OpMaker.h"
#include "hlo/rewrite/TermRewrite.h"
#include "spec/OpAttrs.inc.h"

#include <cmath>

namespace lz::hlo {
namespace {

// kRules and kRoundingRules, from the entries. The latter are not for numerics level strict.
#include "spec/TermRules.inc"

// x / 8 -> x * 0.125: dividing by a power of two is exact, and so is its reciprocal while it is a
// normal number.
struct DivideByPowerOfTwo : OpcodePattern {
  explicit DivideByPowerOfTwo(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Divide) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    constexpr int kMaxExponent = 14; // normal in f16 too
    TensorType type = typeOf(op->getResult(0));
    Literal divisor = isFloat(type.dtype) ? splatOf(op->getOperand(1)) : Literal();
    if (!divisor.valid())
      return mlir::failure();
    int exponent;
    double value = divisor.toDouble(0);
    if (std::abs(std::frexp(value, &exponent)) != 0.5 || std::abs(exponent) > kMaxExponent)
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    mlir::Value reciprocal = maker.splat(type, 1 / value);
    return maker.replace(rewriter, op,
                         maker.make(Opcode::Multiply, {op->getOperand(0), reciprocal}));
  }
};

// Every integer equals itself; a NaN does not.
struct CompareWithItself : OpcodePattern {
  explicit CompareWithItself(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Compare) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    TensorType type = typeOf(op->getOperand(0));
    if (op->getOperand(0) != op->getOperand(1) || isDifferentiable(type.dtype))
      return mlir::failure();
    lz::ComparisonDirection direction = AttrsOf<CompareAttrs>(op).comparisonDirection();
    bool holds = direction == lz::ComparisonDirection::EQ ||
                 direction == lz::ComparisonDirection::GE ||
                 direction == lz::ComparisonDirection::LE;
    OpMaker maker(rewriter, op->getLoc());
    return maker.replace(rewriter, op, maker.splat(TensorType{DType::Pred, type.dims}, holds));
  }
};

struct SimplifyAlgebra : ModulePass<SimplifyAlgebra> {
  explicit SimplifyAlgebra(bool strict) : strict(strict) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SimplifyAlgebra)
  static constexpr llvm::StringLiteral kName = "lz-simplify-algebra";
  static constexpr llvm::StringLiteral kSummary = "Apply laws of arithmetic to elementwise ops.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    // Read once for the process: it takes as long as all other work of this pass on a small module.
    static const auto rules = parseTermRules(kRules);
    static const auto roundingRules = parseTermRules(kRoundingRules);
    for (const auto* parsed : {&rules, &roundingRules})
      if (!parsed->ok())
        return module.emitError(std::string(parsed->status().message()));
    mlir::RewritePatternSet patterns(module.getContext());
    addTermRules(patterns, **rules);
    if (!strict)
      addTermRules(patterns, **roundingRules);
    patterns.add<DivideByPowerOfTwo, CompareWithItself>(module.getContext());
    return applyPatterns(module, std::move(patterns));
  }

  bool strict;
};

} // namespace

std::unique_ptr<mlir::Pass> createSimplifyAlgebraPass(bool strict) {
  return std::make_unique<SimplifyAlgebra>(strict);
}

} // namespace lz::hlo
