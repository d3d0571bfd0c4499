#include "formats/adopt/calls/TopKCalls.h"

#include "hlo/ir/Dialect.h"
#include "hlo/rewrite/OpMaker.h"

#include "llvm/Support/JSON.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

#include <numeric>

namespace lz::formats {
using hlo::CustomCallOp;

namespace {

struct Selection {
  mlir::Value operand;
  int64_t dim;
  bool smallest;
  std::optional<int64_t> k; // number of elements to select, if the call states it
  // Integers to select along with the elements. If null, the indices along `dim` are selected.
  mlir::Value labels = {};
};

// Returns the number that the dictionary or JSON object has for the name. true does not count as a
// number.
std::optional<int64_t> numberIn(mlir::Attribute config, llvm::StringRef name) {
  if (auto attrs = mlir::dyn_cast_or_null<mlir::DictionaryAttr>(config)) {
    auto number = attrs.getAs<mlir::IntegerAttr>(name);
    return number ? std::optional(number.getValue().getSExtValue()) : std::nullopt;
  }
  auto text = mlir::dyn_cast_or_null<mlir::StringAttr>(config);
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text ? text.getValue() : "");
  if (!json) {
    llvm::consumeError(json.takeError());
    return std::nullopt;
  }
  const llvm::json::Object* object = json->getAsObject();
  if (!object)
    return std::nullopt;
  const std::optional<bool> flag = object->getBoolean(name);
  return flag ? std::optional<int64_t>(*flag) : object->getInteger(name);
}

// Returns true if a comparator compares its first two parameters with LT, and false if it compares
// them with GT. Otherwise returns nullopt.
std::optional<bool> isLess(mlir::func::FuncOp comparator) {
  if (!comparator || comparator.isExternal())
    return std::nullopt;
  mlir::Block& body = comparator.getBody().front();
  mlir::Operation* end = body.getTerminator();
  auto compare = end->getNumOperands() == 1 ? end->getOperand(0).getDefiningOp<hlo::CompareOp>()
                                            : hlo::CompareOp();
  if (!compare || body.getNumArguments() < 2 || compare.getLhs() != body.getArgument(0) ||
      compare.getRhs() != body.getArgument(1))
    return std::nullopt;
  if (compare.getComparisonDirection() == hlo::ComparisonDirection::LT)
    return true;
  if (compare.getComparisonDirection() == hlo::ComparisonDirection::GT)
    return false;
  return std::nullopt;
}

mlir::func::FuncOp comparatorOf(CustomCallOp call, mlir::ModuleOp module) {
  mlir::ArrayAttr called = call.getCalledComputationsAttr();
  auto name = called && called.size() == 1 ? mlir::dyn_cast<mlir::FlatSymbolRefAttr>(called[0])
                                           : mlir::FlatSymbolRefAttr();
  return name ? module.lookupSymbol<mlir::func::FuncOp>(name.getValue()) : mlir::func::FuncOp();
}

bool arePlaces(mlir::Value labels, int64_t dim) {
  auto iota = labels.getDefiningOp<hlo::IotaOp>();
  return iota && int64_t(iota.getIotaDimension()) == dim;
}

// Reads the form with four operands: the elements, a label for each element (usually its index),
// and an initial scalar for the elements and for the labels.
std::optional<Selection> approximateOf(CustomCallOp call, mlir::ModuleOp module) {
  mlir::Attribute config = call.getBackendConfigAttr();
  const std::optional<int64_t> dim = numberIn(config, "reduction_dim");
  if (!dim || call.getNumOperands() != 4)
    return std::nullopt;
  mlir::Value labels = call.getOperand(1);
  std::optional<bool> less = isLess(comparatorOf(call, module));
  if (!less || !mlir::getElementTypeOrSelf(labels).isSignlessInteger(32) ||
      mlir::failed(mlir::verifyCompatibleShape(labels.getType(), call.getOperand(0).getType())))
    return std::nullopt;
  const bool isWhole = numberIn(config, "aggregate_to_topk").value_or(0) != 0;
  return Selection{call.getOperand(0), *dim, *less,
                   isWhole ? numberIn(config, "top_k") : std::nullopt,
                   arePlaces(labels, *dim) ? mlir::Value() : labels};
}

// Reads mhlo.topk, which has attributes, or TopK, which has a configuration and a comparator. If
// TopK has neither of these, it selects the largest elements.
std::optional<Selection> exactOf(CustomCallOp call, mlir::ModuleOp module) {
  mlir::Attribute attrs = call->getAttr("mhlo.attributes");
  if (!attrs)
    attrs = call.getBackendConfigAttr();
  auto type = call.getNumOperands() == 1
                  ? mlir::dyn_cast<mlir::RankedTensorType>(call.getOperand(0).getType())
                  : mlir::RankedTensorType();
  if (!type || type.getRank() == 0)
    return std::nullopt;
  Selection selection{call.getOperand(0), type.getRank() - 1,
                      numberIn(attrs, "largest").value_or(1) == 0, numberIn(attrs, "k")};
  mlir::ArrayAttr called = call.getCalledComputationsAttr();
  if (!called || called.empty())
    return selection;
  std::optional<bool> less = isLess(comparatorOf(call, module));
  if (!less)
    return std::nullopt;
  selection.smallest = *less;
  return selection;
}

bool isValid(CustomCallOp call, const Selection& selection) {
  if (call.getNumResults() != 2)
    return false;
  auto operand = mlir::dyn_cast<mlir::RankedTensorType>(selection.operand.getType()),
       values = mlir::dyn_cast<mlir::RankedTensorType>(call.getResult(0).getType()),
       places = mlir::dyn_cast<mlir::RankedTensorType>(call.getResult(1).getType());
  if (!operand || !values || !places || !operand.hasStaticShape() || !values.hasStaticShape() ||
      selection.dim < 0 || selection.dim >= operand.getRank() ||
      values.getRank() != operand.getRank() || places.getShape() != values.getShape() ||
      values.getElementType() != operand.getElementType() || !places.getElementType().isInteger(32))
    return false;
  llvm::SmallVector<int64_t> shape(operand.getShape());
  const int64_t k = values.getDimSize(unsigned(selection.dim));
  if (k > shape[size_t(selection.dim)] || selection.k.value_or(k) != k)
    return false;
  shape[size_t(selection.dim)] = k;
  return values.getShape() == llvm::ArrayRef(shape) &&
         (!selection.smallest ||
          mlir::isa<mlir::FloatType, mlir::IntegerType>(operand.getElementType()));
}

// Returns a value that sorts in the opposite order. For floats this is -x. For integers all bits
// are inverted, because the smallest integer has no negative.
mlir::Value reversed(mlir::OpBuilder& b, mlir::Value x) {
  auto type = mlir::cast<mlir::RankedTensorType>(x.getType());
  if (type.getElementType().isInteger()) {
    const auto ones = llvm::APInt::getAllOnes(type.getElementTypeBitWidth());
    mlir::Value mask =
        b.create<hlo::ConstantOp>(x.getLoc(), type, mlir::DenseElementsAttr::get(type, ones));
    return b.create<hlo::XorOp>(x.getLoc(), type, x, mask);
  }
  auto minusOne = mlir::DenseElementsAttr::get(type, b.getFloatAttr(type.getElementType(), -1));
  mlir::Value factor = b.create<hlo::ConstantOp>(x.getLoc(), type, minusOne);
  return b.create<hlo::MulOp>(x.getLoc(), type, x, factor);
}

// Exchanges dimension `dim` with the last one.
mlir::Value swapped(mlir::OpBuilder& b, mlir::Value x, int64_t dim) {
  auto type = mlir::cast<mlir::RankedTensorType>(x.getType());
  const int64_t last = type.getRank() - 1;
  if (dim == last)
    return x;
  llvm::SmallVector<int64_t> order(size_t(last) + 1), shape(type.getShape());
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[size_t(dim)], order.back());
  std::swap(shape[size_t(dim)], shape.back());
  return b.create<hlo::TransposeOp>(x.getLoc(), type.clone(shape), x,
                                    b.getDenseI64ArrayAttr(order));
}

void replace(CustomCallOp call, const Selection& selection) {
  mlir::OpBuilder b(call);
  auto ordered = [&](mlir::Value x) { return selection.smallest ? reversed(b, x) : x; };
  mlir::Value x = swapped(b, ordered(selection.operand), selection.dim);
  auto type = mlir::cast<mlir::RankedTensorType>(x.getType());
  const int64_t k = mlir::cast<mlir::RankedTensorType>(call.getResult(0).getType())
                        .getDimSize(unsigned(selection.dim));
  llvm::SmallVector<int64_t> shape(type.getShape());
  shape.back() = k;
  auto top = b.create<chlo::TopKOp>(call.getLoc(), type.clone(shape),
                                    mlir::RankedTensorType::get(shape, b.getI32Type()), x,
                                    b.getI64IntegerAttr(k));
  call.getResult(0).replaceAllUsesWith(ordered(swapped(b, top.getValues(), selection.dim)));
  call.getResult(1).replaceAllUsesWith(swapped(b, top.getIndices(), selection.dim));
}

// Sorts the elements and their labels together, in the total order of the elements, and selects the
// first k of both.
void replaceWithLabels(CustomCallOp call, const Selection& selection) {
  mlir::OpBuilder b(call);
  hlo::OpMaker maker(b, call.getLoc());
  auto isBefore = [&](hlo::OpMaker& m, mlir::ValueRange args) -> llvm::SmallVector<mlir::Value> {
    const auto direction =
        selection.smallest ? hlo::ComparisonDirection::LT : hlo::ComparisonDirection::GT;
    llvm::SmallVector<hlo::NamedAttr> attrs{{"comparison_direction", int64_t(direction)}};
    if (isFloat(hlo::typeOf(args[0]).dtype))
      attrs.push_back({"compare_type", int64_t(hlo::ComparisonType::TOTALORDER)});
    return {m.make(Opcode::Compare, {args[0], args[1]}, attrs)};
  };
  const TensorType element{hlo::typeOf(selection.operand).dtype, {}}, label{DType::S32, {}};
  const auto sorted =
      maker.makeWithRegion(Opcode::Sort, {selection.operand, selection.labels},
                           {{"dimension", selection.dim}, {"is_stable", int64_t(1)}},
                           {{element, element, label, label}, isBefore});
  for (auto [result, all] : llvm::zip(call.getResults(), sorted)) {
    const Dims limits = hlo::fromIr(result.getType()).dims;
    result.replaceAllUsesWith(maker.make(Opcode::Slice, all,
                                         {{"start_indices", Ints(limits.size(), 0)},
                                          {"limit_indices", Ints(limits.begin(), limits.end())},
                                          {"strides", Ints(limits.size(), 1)}}));
  }
}

bool replaceIfValid(CustomCallOp call, const std::optional<Selection>& selection) {
  if (!selection || !isValid(call, *selection))
    return false;
  selection->labels ? replaceWithLabels(call, *selection) : replace(call, *selection);
  return true;
}

} // namespace

bool replaceApproxTopK(CustomCallOp call, mlir::ModuleOp module) {
  return replaceIfValid(call, approximateOf(call, module));
}

bool replaceTopK(CustomCallOp call, mlir::ModuleOp module) {
  return replaceIfValid(call, exactOf(call, module));
}

} // namespace lz::formats
