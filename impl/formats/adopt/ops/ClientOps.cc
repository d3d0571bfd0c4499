#include "formats/adopt/ops/ClientOps.h"

#include "hlo/rewrite/RealValue.h"

#include <numeric>

namespace lz::formats {
namespace {

constexpr llvm::StringLiteral kBroadcast = "chlo.broadcast_";

// Broadcasts an operand to the shape of the result. The operand's dimensions become the dimensions
// `stated` of the result, or its last dimensions if none are stated.
mlir::Value spread(hlo::OpMaker& maker, mlir::Value x, const Dims& dims,
                   std::optional<llvm::ArrayRef<int64_t>> stated) {
  const TensorType type = hlo::typeOf(x);
  if (type.dims == dims || !isValid(type.dtype) || type.rank() > int64_t(dims.size()))
    return x;
  Ints to(size_t(type.rank()));
  std::iota(to.begin(), to.end(), int64_t(dims.size()) - type.rank());
  if (stated && type.rank() < int64_t(dims.size()))
    to.assign(stated->begin(), stated->end());
  return maker.broadcast(x, dims, to);
}

} // namespace

mlir::LogicalResult replaceBroadcast(mlir::RewriterBase& rewriter, mlir::Operation* op) {
  const llvm::StringRef name = op->getName().getStringRef().drop_front(kBroadcast.size());
  const OpInfo* info = lz::findOp("stablehlo." + name.str());
  if (!info)
    info = lz::findOp("chlo." + name.str());
  const Dims dims = hlo::typeOf(op->getResult(0)).dims;
  auto list = op->getAttrOfType<mlir::DenseI64ArrayAttr>("broadcast_dimensions");
  auto stated = list ? std::optional(list.asArrayRef()) : std::nullopt;
  hlo::OpMaker maker(rewriter, op->getLoc());
  llvm::SmallVector<mlir::Value> operands;
  for (mlir::Value operand : op->getOperands())
    operands.push_back(spread(maker, operand, dims, stated));
  llvm::SmallVector<hlo::NamedAttr> attrs;
  if (auto compare = mlir::dyn_cast<chlo::BroadcastCompareOp>(op)) {
    attrs.push_back({"comparison_direction", int64_t(compare.getComparisonDirection())});
    if (compare.getCompareType())
      attrs.push_back({"compare_type", int64_t(*compare.getCompareType())});
  }
  return maker.replace(rewriter, op, maker.make(info->opcode, operands, attrs));
}

mlir::LogicalResult replaceConj(mlir::RewriterBase& rewriter, chlo::ConjOp op) {
  mlir::Value x = op.getOperand();
  hlo::OpMaker maker(rewriter, op.getLoc());
  if (!isComplex(hlo::typeOf(x).dtype))
    return maker.replace(rewriter, op, x);
  hlo::RealValue first{&maker, maker.convert(x, partType(hlo::typeOf(x).dtype))};
  hlo::RealValue second{&maker, maker.make(Opcode::Imag, x)};
  return maker.replace(rewriter, op, maker.make(Opcode::Complex, {first.value, (-second).value}));
}

mlir::LogicalResult replaceConstantLike(mlir::RewriterBase& rewriter, chlo::ConstantLikeOp op) {
  const TensorType type = hlo::typeOf(op.getResult());
  hlo::OpMaker maker(rewriter, op.getLoc());
  if (!isValid(type.dtype) || isComplex(type.dtype))
    return mlir::failure();
  if (auto number = mlir::dyn_cast<mlir::FloatAttr>(op.getValue()))
    return maker.replace(rewriter, op, maker.splat(type, number.getValueAsDouble()));
  if (auto number = mlir::dyn_cast<mlir::IntegerAttr>(op.getValue()))
    return maker.replace(
        rewriter, op,
        maker.splat(Literal::splatInt({type.dtype, {}}, number.getValue().getSExtValue()),
                    type.dims));
  return mlir::failure();
}

mlir::LogicalResult replaceConstant(mlir::RewriterBase& rewriter, chlo::ConstantOp op) {
  rewriter.replaceOpWithNewOp<hlo::ConstantOp>(op, op.getType(), op.getValue());
  return mlir::success();
}

} // namespace lz::formats
