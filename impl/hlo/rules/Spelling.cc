// Gives constants, the order of operands, and implicit broadcasts their canonical form.
#include "hlo/rewrite/OpMaker.h"
#include "hlo/rules/Tables.h"

namespace lz::hlo {
namespace {

bool isConstantLike(mlir::Value value) {
  mlir::Operation* op = value.getDefiningOp();
  return is(op, Opcode::Constant) || splatOf(value).valid();
}

//   constant dense<2.0> : tensor<1000xf32>  ->  broadcast_in_dim(constant dense<2.0> : tensor<f32>)
// Rules look for scalars, and the elements of a splat do not have to be in memory.
struct SplatConstant : OpcodePattern {
  explicit SplatConstant(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Constant) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    TensorType type = typeOf(op->getResult(0));
    if (type.rank() == 0 || type.numElements() == 0)
      return mlir::failure();
    Literal scalar = splatOf(op->getResult(0));
    if (!scalar.valid())
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    return maker.replace(rewriter, op, maker.splat(scalar, type.dims));
  }
};

// add(1, x) -> add(x, 1); compare(1 < x) -> compare(x > 1)
struct ConstantOnTheRight : OpcodePattern {
  using OpcodePattern::OpcodePattern;

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    const OpInfo* info = opInfo(op);
    bool compares = info->opcode == Opcode::Compare;
    if (op->getNumOperands() != 2 || !(info->commutative || compares) ||
        !isConstantLike(op->getOperand(0)) || isConstantLike(op->getOperand(1)))
      return mlir::failure();
    rewriter.modifyOpInPlace(op, [&] {
      mlir::Value lhs = op->getOperand(0), rhs = op->getOperand(1);
      op->setOperands({rhs, lhs});
      if (auto compare = mlir::dyn_cast<CompareOp>(op))
        compare.setComparisonDirection(mirrored(compare.getComparisonDirection()));
    });
    return mlir::success();
  }

private:
  static ComparisonDirection mirrored(ComparisonDirection direction) {
    switch (direction) {
    case ComparisonDirection::LT:
      return ComparisonDirection::GT;
    case ComparisonDirection::LE:
      return ComparisonDirection::GE;
    case ComparisonDirection::GT:
      return ComparisonDirection::LT;
    case ComparisonDirection::GE:
      return ComparisonDirection::LE;
    case ComparisonDirection::EQ:
    case ComparisonDirection::NE:
      break;
    }
    return direction;
  }
};

// Broadcasts the scalar operands of select(%scalar, x, y) and clamp(%scalar, x, %scalar).
struct ImplicitBroadcast : OpcodePattern {
  using OpcodePattern::OpcodePattern;

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    Dims dims = typeOf(op->getResult(0)).dims;
    auto isImplicit = [&](mlir::Value operand) { return typeOf(operand).dims != dims; };
    if (llvm::none_of(op->getOperands(), isImplicit))
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    llvm::SmallVector<mlir::Value> operands;
    for (mlir::Value operand : op->getOperands())
      operands.push_back(isImplicit(operand) ? maker.broadcast(operand, dims, {}) : operand);
    if (failed(maker.finish(rewriter)))
      return mlir::failure();
    rewriter.modifyOpInPlace(op, [&] { op->setOperands(operands); });
    return mlir::success();
  }
};

void addImplicitBroadcasts(mlir::RewritePatternSet& patterns) {
  for (Opcode opcode : {Opcode::Select, Opcode::Clamp})
    patterns.add<ImplicitBroadcast>(patterns.getContext(), opcode);
}

constexpr Rule kSpellingRules[] = {
    {"splat-constant", "constant of equal elements -> broadcast(constant)",
     addPattern<SplatConstant>},
    {"constant-on-the-right", "op(constant, x) -> op(x, constant), commutative ops and compare",
     addPattern<ConstantOnTheRight>},
    {"implicit-broadcast", "select(scalar, x, y) -> select(broadcast(scalar), x, y); clamp, too",
     addImplicitBroadcasts},
};

} // namespace

llvm::ArrayRef<Rule> spellingRules() {
  return kSpellingRules;
}

} // namespace lz::hlo
