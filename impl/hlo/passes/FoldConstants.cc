// Uses the reference interpreter to compute values that are known at compile time.
//
//   %a = constant dense<[1.0, 2.0]>
//   %b = multiply %a, %a                 ->   %b = constant dense<[1.0, 4.0]>
//
// Ops on splats are computed once, as scalars, and broadcast again. No constant becomes larger than
// kMaxBytes.
//
// Needs: canonical form (splats as broadcasts of scalars).
// Leaves: at least one operand of each op is not a small constant, except if the op has a body. The
// interpreter uses the C library's functions, so values can differ by some ulps from those of
// compiled code.
#include "hlo/ir/PlainAttrs.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/OpMaker.h"
#include "semantics/eval/Evaluate.h"

namespace lz::hlo {
namespace {

// With half or twice this value, all plans of the bench's 258 programs stay the same.
constexpr int64_t kMaxBytes = 64 << 10;

// Returns the value of a constant op or a splat, if it is small.
Literal smallConstant(mlir::Value value) {
  mlir::Operation* op = value.getDefiningOp();
  TensorType type = typeOf(value);
  if (!isValid(type.dtype) || type.numBytes() > kMaxBytes)
    return {};
  if (Literal scalar = splatOf(value); scalar.valid()) {
    const AttrValue noDims = Ints{};
    StatusOr<Literal> all = eval::evaluateOp(Opcode::BroadcastInDim, {scalar}, {&noDims, 1}, type);
    return all.ok() ? *std::move(all) : Literal();
  }
  if (!is(op, Opcode::Constant))
    return {};
  auto elements = mlir::dyn_cast_or_null<mlir::ElementsAttr>(op->getAttr("value"));
  StatusOr<Literal> literal = elements ? literalFromIr(elements) : StatusOr<Literal>(Literal());
  return literal.ok() ? *std::move(literal) : Literal();
}

bool isFoldable(const OpInfo& info) {
  return info.kind == OpKind::Elementwise || info.kind == OpKind::View ||
         info.kind == OpKind::Indexed || info.kind == OpKind::Contraction;
}

// Returns false only if the value is not known at compile time. This cheap test excludes most ops.
bool mayBeKnown(mlir::Value value) {
  std::optional<Opcode> opcode = opcodeOf(value.getDefiningOp());
  return opcode == Opcode::Constant || opcode == Opcode::BroadcastInDim ||
         opcode == Opcode::Reshape;
}

struct FoldSmall : OpcodePattern {
  using OpcodePattern::OpcodePattern;

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    const OpInfo* info = opInfo(op);
    if (!isFoldable(*info) || op->getNumResults() != 1 || op->getNumOperands() == 0 ||
        !llvm::all_of(op->getOperands(), mayBeKnown))
      return mlir::failure();
    if (mlir::succeeded(foldSplats(op, *info, rewriter)))
      return mlir::success();
    // A splat stays a broadcast, which takes the least memory.
    TensorType type = typeOf(op->getResult(0));
    if (type.numBytes() > kMaxBytes || splatOf(op->getResult(0)).valid())
      return mlir::failure();
    std::vector<Literal> operands;
    for (mlir::Value operand : op->getOperands()) {
      operands.push_back(smallConstant(operand));
      if (!operands.back().valid())
        return mlir::failure();
    }
    return replace(op, *info, operands, type, rewriter);
  }

private:
  // Folds an op on splats: add(broadcast(1), broadcast(2)) -> broadcast(3).
  static mlir::LogicalResult foldSplats(mlir::Operation* op, const OpInfo& info,
                                        mlir::PatternRewriter& rewriter) {
    TensorType type = typeOf(op->getResult(0));
    if (info.kind != OpKind::Elementwise)
      return mlir::failure();
    std::vector<Literal> operands;
    for (mlir::Value operand : op->getOperands()) {
      operands.push_back(typeOf(operand).dims == type.dims ? splatOf(operand) : Literal());
      if (!operands.back().valid())
        return mlir::failure();
    }
    return replace(op, info, operands, {type.dtype, {}}, rewriter);
  }

  // Replaces `op` by the value that its opcode computes from `operands`. A scalar value is
  // broadcast to the op's shape.
  static mlir::LogicalResult replace(mlir::Operation* op, const OpInfo& info,
                                     absl::Span<const Literal> operands, const TensorType& type,
                                     mlir::PatternRewriter& rewriter) {
    StatusOr<Attrs> attrs = plainAttrs(op, info, Literals::Copy);
    if (!attrs.ok())
      return mlir::failure();
    StatusOr<Literal> value = eval::evaluateOp(info.opcode, operands, *attrs, type);
    if (!value.ok())
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    Dims dims = typeOf(op->getResult(0)).dims;
    return maker.replace(rewriter, op,
                         type.dims.empty() ? maker.splat(*value, dims) : maker.constant(*value));
  }
};

struct FoldConstants : ModulePass<FoldConstants> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FoldConstants)
  static constexpr llvm::StringLiteral kName = "lz-fold-constants";
  static constexpr llvm::StringLiteral kSummary = "Compute values that are known at compile time.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    mlir::RewritePatternSet patterns(module.getContext());
    patterns.add<FoldSmall>(module.getContext());
    return applyPatterns(module, std::move(patterns));
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createFoldConstantsPass() {
  return std::make_unique<FoldConstants>();
}

} // namespace lz::hlo
