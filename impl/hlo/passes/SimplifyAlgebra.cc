// Applies laws of arithmetic to elementwise ops.
//
//   %0 = stablehlo.negate %y
//   %1 = stablehlo.subtract %x, %0     ->   %1 = stablehlo.add %x, %y
//   %2 = stablehlo.multiply %1, %one        return %1
//
// Needs: canonical spelling (splats as broadcasts of scalars, no implicit broadcast).
// Leaves: the same bits, NaN payloads and signs of NaN aside, except for kRoundingRules, which
// stand in docs/numerics.md too.
#include "hlo/passes/OpMaker.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/passes/TermRewrite.h"

#include <cmath>

namespace lz::hlo {
namespace {

// x + 0 is no rule for floats: -0 + 0 is +0. Neither are x - x and x * 0: NaN and infinity.
constexpr TermRule kRules[] = {
    {"add(x, 0)", "x", kBits},
    {"add(x, -0)", "x", kFloat},
    {"add(x, negate(y))", "subtract(x, y)", kNumber},
    {"subtract(x, 0)", "x", kNumber},
    {"subtract(x, x)", "0", kInt},
    {"subtract(0, x)", "negate(x)", kInt},
    {"subtract(-0, x)", "negate(x)", kFloat},
    {"subtract(x, negate(y))", "add(x, y)", kNumber},
    {"subtract(add(x, y), y)", "x", kInt},

    {"multiply(x, 1)", "x", kAny},
    {"multiply(x, 0)", "0", kBits},
    {"multiply(x, -1)", "negate(x)", kNumber},
    {"multiply(negate(x), negate(y))", "multiply(x, y)", kNumber},
    {"divide(x, 1)", "x", kNumber},
    {"divide(x, -1)", "negate(x)", kFloat},
    {"divide(negate(x), negate(y))", "divide(x, y)", kFloat},
    {"remainder(x, 1)", "0", kInt},

    {"negate(negate(x))", "x", kNumber},
    {"negate(subtract(x, y))", "subtract(y, x)", kInt},
    {"abs(abs(x))", "abs(x)", kNumber},
    {"abs(negate(x))", "abs(x)", kNumber},
    {"not(not(x))", "x", kBits},

    {"and(x, x)", "x", kBits},
    {"and(x, 0)", "0", kBits},
    {"and(x, 1)", "x", kBool},
    {"and(x, -1)", "x", kInt},
    {"or(x, x)", "x", kBits},
    {"or(x, 0)", "x", kBits},
    {"or(x, 1)", "1", kBool},
    {"or(x, -1)", "-1", kInt},
    {"xor(x, x)", "0", kBits},
    {"xor(x, 0)", "x", kBits},
    {"shift_left(x, 0)", "x", kInt},
    {"shift_right_arithmetic(x, 0)", "x", kInt},
    {"shift_right_logical(x, 0)", "x", kInt},

    {"maximum(x, x)", "x", kAny},
    {"maximum(x, -inf)", "x", kFloat},
    {"minimum(x, x)", "x", kAny},
    {"minimum(x, inf)", "x", kFloat},

    {"select(p, x, x)", "x", kAny},
    {"select(1, x, y)", "x", kAny},
    {"select(0, x, y)", "y", kAny},
    {"select(not(p), x, y)", "select(p, y, x)", kAny},
    {"select(p, 1, 0)", "p", kBool},
    {"select(p, 0, 1)", "not(p)", kBool},

    {"power(x, 0)", "1", kNumber},
    {"power(x, 1)", "x", kNumber},
    {"power(x, 2)", "multiply(x, x)", kNumber},
    {"power(x, -1)", "divide(1, x)", kFloat},
    {"power(x, 3)", "multiply(multiply(x, x), x)", kInt},
};

// Not for the level `strict`: another result in the last place, or at one argument.
constexpr TermRule kRoundingRules[] = {
    {"power(x, 3)", "multiply(multiply(x, x), x)", kFloat}, // two roundings: <= 1 ulp
    {"power(x, 0.5)", "sqrt(add(x, 0))", kFloat},           // at -inf NaN instead of inf
};

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
    rewriter.replaceOp(op, maker.make(Opcode::Multiply, {op->getOperand(0), reciprocal}));
    return mlir::success();
  }
};

// Every integer equals itself; a NaN does not.
struct CompareWithItself : OpcodePattern {
  explicit CompareWithItself(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Compare) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    TensorType type = typeOf(op->getOperand(0));
    if (op->getOperand(0) != op->getOperand(1) || isFloat(type.dtype))
      return mlir::failure();
    auto direction = ComparisonDirection(AttrsOf(op).integer("comparison_direction"));
    bool holds = direction == ComparisonDirection::EQ || direction == ComparisonDirection::GE ||
                 direction == ComparisonDirection::LE;
    OpMaker maker(rewriter, op->getLoc());
    rewriter.replaceOp(op, maker.splat(TensorType{DType::Pred, type.dims}, holds));
    return mlir::success();
  }
};

struct SimplifyAlgebra : ModulePass<SimplifyAlgebra> {
  explicit SimplifyAlgebra(bool strict) : strict(strict) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SimplifyAlgebra)
  static constexpr llvm::StringLiteral kName = "lz-simplify-algebra";
  static constexpr llvm::StringLiteral kSummary = "Apply laws of arithmetic to elementwise ops.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    mlir::RewritePatternSet patterns(module.getContext());
    addTermRules(patterns, kRules);
    if (!strict)
      addTermRules(patterns, kRoundingRules);
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
