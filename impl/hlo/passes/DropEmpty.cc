// Removes values without elements. Such a value becomes a constant, and an op that reads it is
// replaced by an op without that operand.
//
//   %0 = add %x, %x : tensor<2x0xf32>
//   %1 = reshape %0 : tensor<0x3xf32>        ->   %2 = broadcast_in_dim %zero, dims = [] : [3]
//   %2 = reduce(%1 init: %zero) {add}
//        across dimensions = [0] : [3]
//
// Needs: calls inlined.
// Leaves: the same results, and no op that computes a value without elements. Only control flow,
// foreign code, windows that contain only padding, and gather and scatter whose index vectors have
// no components still read such values.
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/OpMaker.h"
#include "spec/OpAttrs.inc.h"

namespace lz::hlo {
namespace {

using Values = llvm::SmallVector<mlir::Value>;

bool isEmpty(mlir::Value value) {
  auto type = mlir::dyn_cast<mlir::ShapedType>(value.getType());
  return type && type.hasRank() && llvm::is_contained(type.getShape(), 0);
}

bool isEmptyConstant(mlir::Operation* op) {
  auto elements = op ? op->getAttrOfType<mlir::DenseElementsAttr>("value") : nullptr;
  return elements && is(op, Opcode::Constant) && !elements.isSplat();
}

// Returns a tensor of `type` whose elements all equal the scalar.
mlir::Value filled(const TensorType& type, mlir::Value scalar, OpMaker& maker) {
  mlir::Value value = maker.convert(scalar, type.dtype);
  return type.dims.empty() ? value : maker.broadcast(value, type.dims, {});
}

// Converts the values to the element types of the results, because a scatter may promote its
// operands.
Values converted(mlir::ValueRange values, mlir::ValueRange results, OpMaker& maker) {
  Values all;
  for (auto [value, result] : llvm::zip(values, results))
    all.push_back(maker.convert(value, typeOf(result).dtype));
  return all;
}

// Returns values for the results of an op whose operand has no elements, although the results have
// some. Returns no values if the op reads no element of that operand.
Values withoutEmpty(mlir::Operation* op, OpMaker& maker) {
  size_t n = op->getNumResults();
  TensorType result = typeOf(op->getResult(0));
  switch (opInfo(op)->opcode) {
  case Opcode::Reduce: {
    Values all;
    for (auto [init, to] : llvm::zip(op->getOperands().drop_front(n), op->getResults()))
      all.push_back(filled(typeOf(to), init, maker));
    return all;
  }
  case Opcode::Pad:
    return {filled(result, op->getOperand(1), maker)};
  case Opcode::Concatenate: {
    Values kept = llvm::to_vector(llvm::make_filter_range(
        op->getOperands(), [](mlir::Value operand) { return !isEmpty(operand); }));
    int64_t dim = AttrsOf<ConcatenateAttrs>(op).dimension();
    return {kept.size() == 1 ? kept[0]
                             : maker.make(Opcode::Concatenate, kept, {{"dimension", dim}})};
  }
  case Opcode::DotGeneral:
  case Opcode::Convolution:
    return {maker.splat(result, 0)};
  case Opcode::DynamicUpdateSlice:
    return {op->getOperand(0)};
  case Opcode::Scatter:
    if (!isEmpty(op->getOperand(unsigned(n + 1))))
      return {};
    return converted(op->getOperands().take_front(n), op->getResults(), maker);
  case Opcode::SelectAndScatter:
    return {filled(result, op->getOperand(2), maker)};
  default:
    return {};
  }
}

struct DropEmpty : ModulePass<DropEmpty> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DropEmpty)
  static constexpr llvm::StringLiteral kName = "lz-drop-empty";
  static constexpr llvm::StringLiteral kSummary = "Remove values that have no elements.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    mlir::IRRewriter rewriter(module.getContext());
    module.walk<mlir::WalkOrder::PreOrder>([&](mlir::Block* block) {
      rewriter.setInsertionPointToStart(block);
      for (mlir::BlockArgument argument : block->getArguments())
        replaceEmpty(argument, rewriter);
      for (mlir::Operation& op : llvm::make_early_inc_range(*block))
        dropIn(&op, rewriter);
    });
    return mlir::success();
  }

private:
  static void replaceEmpty(mlir::Value value, mlir::IRRewriter& rewriter) {
    TensorType type = isEmpty(value) && !value.use_empty() ? typeOf(value) : TensorType();
    if (!isValid(type.dtype))
      return;
    OpMaker maker(rewriter, value.getLoc());
    rewriter.replaceAllUsesWith(value, maker.constant(Literal(type)));
  }

  static void dropIn(mlir::Operation* op, mlir::IRRewriter& rewriter) {
    if (!opInfo(op) || isEmptyConstant(op))
      return;
    rewriter.setInsertionPoint(op);
    for (mlir::Value result : op->getResults())
      replaceEmpty(result, rewriter);
    if (mlir::isOpTriviallyDead(op))
      return rewriter.eraseOp(op);
    if (op->getNumResults() == 0 || !llvm::any_of(op->getOperands(), isEmpty) ||
        llvm::any_of(op->getResults(), isEmpty) || !hasKnownTypes(op))
      return;
    OpMaker maker(rewriter, op->getLoc());
    if (Values left = withoutEmpty(op, maker); !left.empty())
      (void)maker.replace(rewriter, op, left);
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createDropEmptyPass() {
  return std::make_unique<DropEmpty>();
}

} // namespace lz::hlo
