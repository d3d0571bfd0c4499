#include "hlo/format/TopKCalls.h"

#include "hlo/ir/Dialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

#include <numeric>

namespace lz::hlo {
namespace {

struct Selection {
  mlir::Value operand;
  int64_t dim;
  bool smallest;
};

// LT or GT of the first two parameters; nullopt: something else.
std::optional<bool> isLess(mlir::func::FuncOp comparator) {
  if (!comparator || comparator.isExternal())
    return std::nullopt;
  mlir::Block& body = comparator.getBody().front();
  mlir::Operation* end = body.getTerminator();
  auto compare =
      end->getNumOperands() == 1 ? end->getOperand(0).getDefiningOp<CompareOp>() : CompareOp();
  if (!compare || body.getNumArguments() < 2 || compare.getLhs() != body.getArgument(0) ||
      compare.getRhs() != body.getArgument(1))
    return std::nullopt;
  if (compare.getComparisonDirection() == ComparisonDirection::LT)
    return true;
  if (compare.getComparisonDirection() == ComparisonDirection::GT)
    return false;
  return std::nullopt;
}

mlir::func::FuncOp comparatorOf(CustomCallOp call, mlir::ModuleOp module) {
  mlir::ArrayAttr called = call.getCalledComputationsAttr();
  auto name = called && called.size() == 1 ? mlir::dyn_cast<mlir::FlatSymbolRefAttr>(called[0])
                                           : mlir::FlatSymbolRefAttr();
  return name ? module.lookupSymbol<mlir::func::FuncOp>(name.getValue()) : mlir::func::FuncOp();
}

// Operands: elements, their places, and a scalar for each of these.
std::optional<Selection> approximateOf(CustomCallOp call, mlir::ModuleOp module) {
  auto config = call->getAttrOfType<mlir::DictionaryAttr>("mhlo.backend_config");
  auto dim = config ? config.getAs<mlir::IntegerAttr>("reduction_dim") : mlir::IntegerAttr();
  if (!dim || call.getNumOperands() != 4)
    return std::nullopt;
  auto places = call.getOperand(1).getDefiningOp<IotaOp>();
  std::optional<bool> less = isLess(comparatorOf(call, module));
  if (!places || !less || int64_t(places.getIotaDimension()) != dim.getInt() ||
      mlir::failed(mlir::verifyCompatibleShape(places.getType(), call.getOperand(0).getType())))
    return std::nullopt;
  return Selection{call.getOperand(0), dim.getInt(), *less};
}

std::optional<Selection> exportedOf(CustomCallOp call) {
  auto attrs = call->getAttrOfType<mlir::DictionaryAttr>("mhlo.attributes");
  auto largest = attrs ? attrs.getAs<mlir::BoolAttr>("largest") : mlir::BoolAttr();
  auto type = call.getNumOperands() == 1
                  ? mlir::dyn_cast<mlir::RankedTensorType>(call.getOperand(0).getType())
                  : mlir::RankedTensorType();
  if (!attrs || !type || type.getRank() == 0)
    return std::nullopt;
  return Selection{call.getOperand(0), type.getRank() - 1, largest && !largest.getValue()};
}

bool isValid(CustomCallOp call, const Selection& selection) {
  if (call.getNumResults() != 2)
    return false;
  auto operand = mlir::dyn_cast<mlir::RankedTensorType>(selection.operand.getType()),
       values = mlir::dyn_cast<mlir::RankedTensorType>(call.getResult(0).getType()),
       places = mlir::dyn_cast<mlir::RankedTensorType>(call.getResult(1).getType());
  if (!operand || !values || !places || !operand.hasStaticShape() || selection.dim < 0 ||
      selection.dim >= operand.getRank() || values.getRank() != operand.getRank() ||
      places.getShape() != values.getShape() ||
      values.getElementType() != operand.getElementType() || !places.getElementType().isInteger(32))
    return false;
  llvm::SmallVector<int64_t> shape(operand.getShape());
  shape[size_t(selection.dim)] = values.getDimSize(unsigned(selection.dim));
  return values.getShape() == llvm::ArrayRef(shape) &&
         (!selection.smallest || mlir::isa<mlir::FloatType>(operand.getElementType()));
}

// With dimension `dim` and the last one in each other's place.
mlir::Value swapped(mlir::OpBuilder& b, mlir::Value x, int64_t dim) {
  auto type = mlir::cast<mlir::RankedTensorType>(x.getType());
  const int64_t last = type.getRank() - 1;
  if (dim == last)
    return x;
  llvm::SmallVector<int64_t> order(size_t(last) + 1), shape(type.getShape());
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[size_t(dim)], order.back());
  std::swap(shape[size_t(dim)], shape.back());
  return b.create<TransposeOp>(x.getLoc(), type.clone(shape), x, b.getDenseI64ArrayAttr(order));
}

void replace(CustomCallOp call, const Selection& selection) {
  mlir::OpBuilder b(call);
  auto negated = [&](mlir::Value x) -> mlir::Value {
    if (!selection.smallest)
      return x;
    auto type = mlir::cast<mlir::RankedTensorType>(x.getType());
    auto minusOne = mlir::DenseElementsAttr::get(type, b.getFloatAttr(type.getElementType(), -1));
    mlir::Value factor = b.create<ConstantOp>(call.getLoc(), type, minusOne);
    return b.create<MulOp>(call.getLoc(), type, x, factor);
  };
  mlir::Value x = swapped(b, negated(selection.operand), selection.dim);
  auto type = mlir::cast<mlir::RankedTensorType>(x.getType());
  const int64_t k = mlir::cast<mlir::RankedTensorType>(call.getResult(0).getType())
                        .getDimSize(unsigned(selection.dim));
  llvm::SmallVector<int64_t> shape(type.getShape());
  shape.back() = k;
  auto top = b.create<chlo::TopKOp>(call.getLoc(), type.clone(shape),
                                    mlir::RankedTensorType::get(shape, b.getI32Type()), x,
                                    b.getI64IntegerAttr(k));
  call.getResult(0).replaceAllUsesWith(negated(swapped(b, top.getValues(), selection.dim)));
  call.getResult(1).replaceAllUsesWith(swapped(b, top.getIndices(), selection.dim));
}

bool replaceIfValid(CustomCallOp call, const std::optional<Selection>& selection) {
  if (!selection || !isValid(call, *selection))
    return false;
  replace(call, *selection);
  return true;
}

} // namespace

bool replaceApproxTopK(CustomCallOp call, mlir::ModuleOp module) {
  return replaceIfValid(call, approximateOf(call, module));
}

bool replaceTopK(CustomCallOp call, mlir::ModuleOp) {
  return replaceIfValid(call, exportedOf(call));
}

} // namespace lz::hlo
