#include "hlo/ir/text/QuantizedRules.h"

#include "absl/strings/str_cat.h"
#include "base/Checked.h"
#include "hlo/ir/Dialect.h"
#include "hlo/ir/text/QuantizedType.h"

namespace lz::hlo {

using mlir::failed;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;
using Tensor = mlir::RankedTensorType;

namespace {

using Group = std::optional<unsigned>;

bool isMap(mlir::Operation* op) {
  return op->getName().getStringRef() == "stablehlo.map";
}

bool isReduction(mlir::Operation* op) {
  return mlir::isa<ReduceOp, ReduceWindowOp>(op);
}

Group groupOfOperand(mlir::Operation* op, unsigned i) {
  const unsigned results = op->getNumResults();
  if (mlir::isa<IfOp, CaseOp, CustomCallOp>(op) || results == 0)
    return std::nullopt;
  if (mlir::isa<GatherOp, DynamicSliceOp>(op))
    return i == 0 ? Group(0) : std::nullopt;
  if (mlir::isa<DynamicUpdateSliceOp>(op))
    return i < 2 ? Group(0) : std::nullopt;
  if (mlir::isa<ScatterOp>(op) && i >= results) // the indices come before the updates
    return i == results ? std::nullopt : Group(i - results - 1);
  if (isReduction(op)) // operands can have other types than the body
    return results + i % results;
  return isMap(op) ? i : i % results;
}

Group groupOfResult(mlir::Operation* op, unsigned i) {
  if (mlir::isa<CustomCallOp>(op))
    return std::nullopt;
  return isMap(op) ? op->getNumOperands() : i;
}

Group groupOfParameter(mlir::Operation* op, unsigned i) {
  const unsigned results = op->getNumResults();
  if (results == 0)
    return std::nullopt;
  if (mlir::isa<SortOp>(op))
    return i / 2;
  return isMap(op) ? i : i % results;
}

Group groupOfReturned(mlir::Operation* op, unsigned region, unsigned i) {
  const bool isPredicate =
      mlir::isa<SortOp>(op) || (region == 0 && mlir::isa<WhileOp, SelectAndScatterOp>(op));
  return isPredicate ? std::nullopt : groupOfResult(op, i);
}

} // namespace

llvm::SmallVector<QuantizedRole> rolesOf(mlir::Operation* op) {
  llvm::SmallVector<QuantizedRole> roles;
  for (auto [i, type] : llvm::enumerate(op->getOperandTypes()))
    roles.push_back({type, groupOfOperand(op, unsigned(i)), absl::StrCat("operand ", i)});
  for (auto [i, type] : llvm::enumerate(op->getResultTypes()))
    roles.push_back({type, groupOfResult(op, unsigned(i)), absl::StrCat("result ", i)});
  for (auto [r, region] : llvm::enumerate(op->getRegions())) {
    if (!region.hasOneBlock() || region.front().empty())
      continue;
    for (auto [i, type] : llvm::enumerate(region.getArgumentTypes()))
      roles.push_back({type, groupOfParameter(op, unsigned(i)),
                       absl::StrCat("parameter ", i, " of region ", r)});
    for (auto [i, type] : llvm::enumerate(region.front().back().getOperandTypes()))
      roles.push_back({type, groupOfReturned(op, unsigned(r), unsigned(i)),
                       absl::StrCat("result ", i, " of region ", r)});
  }
  return roles;
}

namespace {

bool isPerAxis(mlir::Type type) {
  const QuantizedType element = quantizedElement(type);
  return element && element->dimension;
}

LogicalResult refusePerAxis(mlir::Operation* op, llvm::ArrayRef<QuantizedRole> roles) {
  for (const QuantizedRole& role : roles)
    if (isPerAxis(role.type))
      return errorOf(op) << role.what << " is " << role.type
                         << ", which has a scale for each slice, but must have one scale: "
                            "uniform_quantize it to such a type";
  return success();
}

mlir::Type elementOf(mlir::Type type) {
  auto tensor = mlir::dyn_cast<Tensor>(type);
  return tensor ? tensor.getElementType() : type;
}

LogicalResult verifyGroups(mlir::Operation* op, llvm::ArrayRef<QuantizedRole> roles) {
  llvm::DenseMap<unsigned, const QuantizedRole*> first;
  for (const QuantizedRole& role : roles) {
    if (!role.group)
      continue;
    const QuantizedRole& other = *first.try_emplace(*role.group, &role).first->second;
    const bool isQuantized = quantizedElement(role.type) || quantizedElement(other.type);
    if (isQuantized && elementOf(role.type) != elementOf(other.type))
      return errorOf(op) << role.what << " is " << role.type << " and " << other.what << " is "
                         << other.type
                         << ", but both must be quantized alike, because the op does not "
                         << "compute: uniform_quantize one of them";
  }
  return success();
}

// Checks constraint C6 of reduce: operands may be converted to the types of the body.
LogicalResult verifyPromotion(mlir::Operation* op) {
  for (auto [operand, parameter] :
       llvm::zip(op->getOperandTypes(), op->getRegion(0).getArgumentTypes())) {
    const QuantizedType from = quantizedElement(operand), to = quantizedElement(parameter);
    if (bool(from) != bool(to) || (from && (from->expressed != to->expressed ||
                                            bitWidth(from->storage) > bitWidth(to->storage))))
      return errorOf(op) << "the body takes " << parameter << " for " << operand
                         << ", but both or neither must be quantized, with one expressed type and "
                            "no fewer bits in the body";
  }
  return success();
}

// Returns two products: that of the sizes before the quantized dimension, and that of the sizes
// after it.
std::pair<CheckedInt, CheckedInt> sizesAround(Tensor type, int64_t dimension) {
  auto product = [](llvm::ArrayRef<int64_t> sizes) {
    CheckedInt all = 1;
    for (int64_t size : sizes)
      all = checkedMultiply(all, size);
    return all;
  };
  return {product(type.getShape().take_front(size_t(dimension))),
          product(type.getShape().drop_front(size_t(dimension) + 1))};
}

// Returns the dimension of the operand that becomes the quantized dimension of the result. Returns
// nullopt if the op is malformed or removes that dimension.
std::optional<int64_t> sourceAxis(mlir::Operation* op, Tensor operand, Tensor result) {
  const int64_t from = *quantizedElement(operand)->dimension,
                to = *quantizedElement(result)->dimension;
  if (auto transpose = mlir::dyn_cast<TransposeOp>(op)) { // constraint C4 of transpose
    llvm::ArrayRef<int64_t> order = transpose.getPermutation();
    return to < int64_t(order.size()) ? std::optional(order[size_t(to)]) : std::nullopt;
  }
  auto broadcast = mlir::dyn_cast<BroadcastInDimOp>(op);
  if (!broadcast) // constraint C3 of reshape
    return sizesAround(operand, from) == sizesAround(result, to) ? std::optional(from)
                                                                 : std::nullopt;
  llvm::ArrayRef<int64_t> dims = broadcast.getBroadcastDimensions(); // constraint C6
  const auto* found = llvm::find(dims, to);
  return found == dims.end() ? std::nullopt : std::optional<int64_t>(found - dims.begin());
}

// Returns whether the result has the scales and zero points of the operand. If a broadcast repeats
// the only slice of the operand, each slice of the result has the scale and zero point of this
// slice.
bool hasSameParameters(const Quantization& operand, const Quantization& result) {
  Quantization expected = operand;
  expected.dimension = result.dimension;
  if (operand.scales.size() == 1) {
    expected.scales.assign(result.scales.size(), operand.scales[0]);
    expected.zeroPoints.assign(result.zeroPoints.size(), operand.zeroPoints[0]);
  }
  return expected == result;
}

LogicalResult verifyMovedAxis(mlir::Operation* op) {
  auto operand = mlir::cast<Tensor>(op->getOperand(0).getType()),
       result = mlir::cast<Tensor>(op->getResult(0).getType());
  const QuantizedType from = quantizedElement(operand), to = quantizedElement(result);
  if (from && to && bool(from->dimension) == bool(to->dimension)) {
    if (!from->dimension && from == to)
      return success();
    if (from->dimension && hasSameParameters(*from, *to) &&
        sourceAxis(op, operand, result) == *from->dimension)
      return success();
  }
  return errorOf(op) << "of " << operand << " cannot return " << result
                     << ": the result must have the scales and zero points of the operand, along "
                        "the dimension to which the op moves the quantized one";
}

} // namespace

LogicalResult verifyMoveRules(mlir::Operation* op, llvm::ArrayRef<QuantizedRole> roles) {
  if (mlir::isa<TransposeOp, BroadcastInDimOp, ReshapeOp>(op))
    return verifyMovedAxis(op);
  if (mlir::isa<BitcastConvertOp, ConstantOp>(op))
    return success();
  // Functions and terminators have no results, and move all of their operands.
  const bool movesAll = op->getNumResults() == 0 ||
                        mlir::isa<IfOp, CaseOp, WhileOp, CustomCallOp, OptimizationBarrierOp>(op);
  if (!movesAll && failed(refusePerAxis(op, roles)))
    return failure();
  if (failed(verifyGroups(op, roles)))
    return failure();
  return isReduction(op) ? verifyPromotion(op) : success();
}

namespace {

mlir::InFlightDiagnostic mismatch(mlir::Operation* op) {
  return errorOf(op) << "of (" << op->getOperandTypes() << ") cannot return ("
                     << op->getResultTypes() << "): ";
}

// Verifies rules that convolution and dot_general share. Comments name the constraint of
// convolution and that of dot_general.
LogicalResult verifyContraction(mlir::Operation* op) {
  const mlir::Type lhs = op->getOperand(0).getType(), rhs = op->getOperand(1).getType(),
                   result = op->getResult(0).getType();
  const QuantizedType l = quantizedElement(lhs), r = quantizedElement(rhs),
                      y = quantizedElement(result);
  if (!r || bool(l) != bool(y)) // constraints C28, C14
    return mismatch(op)
           << "rhs must be quantized, and lhs and the result must both be quantized or both not";
  if (isPerAxis(lhs))
    return mismatch(op) << "lhs must have one scale";
  if (!l) // constraints C34, C20
    return elementOf(lhs) == r.expressedType() && elementOf(result) == r.expressedType()
               ? success()
               : mismatch(op) << "lhs and the result must have the expressed type of rhs, "
                              << r.expressedType();
  if (l->storage != r->storage) // constraints C31, C17
    return mismatch(op) << "lhs and rhs must have one storage type";
  if (l->expressed != r->expressed || l->expressed != y->expressed) // constraints C32, C18
    return mismatch(op) << "all must have one expressed type";
  if (!r->dimension && y->dimension) // constraints C33, C19
    return mismatch(op) << "the result may have a scale for each slice only where rhs has one";
  return success();
}

LogicalResult verifyConvolutionAxes(mlir::Operation* op, ConvDimensionNumbersAttr dims) {
  const QuantizedType rhs = quantizedElement(op->getOperand(1).getType()),
                      result = quantizedElement(op->getResult(0).getType());
  if (rhs->dimension && *rhs->dimension != dims.getKernelOutputFeatureDimension()) // constraint C29
    return mismatch(op) << "rhs must be quantized along its output features, dimension "
                        << dims.getKernelOutputFeatureDimension();
  if (result && result->dimension &&
      *result->dimension != dims.getOutputFeatureDimension()) // constraint C30
    return mismatch(op) << "the result must be quantized along its features, dimension "
                        << dims.getOutputFeatureDimension();
  return success();
}

LogicalResult verifyDotAxes(DotGeneralOp op) {
  const QuantizedType rhs = quantizedElement(op.getRhs().getType());
  if (rhs->hasZeroPoints()) // constraint C15
    return mismatch(op) << "zero points of rhs must be 0";
  if (rhs->dimension &&
      llvm::is_contained(op.getDotDimensionNumbers().getRhsContractingDimensions(),
                         *rhs->dimension)) // constraint C16
    return mismatch(op) << "rhs must not be quantized along a dimension that is summed";
  return success();
}

// Checks constraints C5 to C7 of add.
LogicalResult verifySumAxes(mlir::Operation* op) {
  const QuantizedType result = quantizedElement(op->getResult(0).getType());
  bool isAny = false;
  for (mlir::Type type : op->getOperandTypes()) {
    const std::optional<int64_t> dimension = quantizedElement(type)->dimension;
    isAny |= bool(dimension);
    if (dimension && dimension != result->dimension)
      return mismatch(op) << "operands and result must be quantized along one dimension";
  }
  return isAny == bool(result->dimension)
             ? success()
             : mismatch(op) << "operands and result must be quantized along one dimension";
}

// Checks that all tensors except predicates are quantized, with the same integer type, the same
// bounds and the same type of floats. The bounds of add may differ (constraints C3 and C4).
LogicalResult verifyBaseline(mlir::Operation* op, llvm::ArrayRef<QuantizedRole> roles) {
  const QuantizedRole* first = nullptr;
  for (const QuantizedRole& role : roles) {
    const QuantizedType element = quantizedElement(role.type);
    if (!element) {
      if (elementOf(role.type).isInteger(1))
        continue;
      return mismatch(op) << role.what << " must be quantized as well; use uniform_quantize";
    }
    if (!first)
      first = &role;
    const QuantizedType other = quantizedElement(first->type);
    const bool sameBounds =
        element->storageMin == other->storageMin && element->storageMax == other->storageMax;
    if (element->storage != other->storage || element->expressed != other->expressed ||
        (!sameBounds && !mlir::isa<AddOp>(op)))
      return mismatch(op) << first->what << " and " << role.what
                          << " must have one storage type, with one least and one greatest value, "
                             "and one expressed type; use uniform_quantize";
  }
  return success();
}

} // namespace

LogicalResult verifyFloatRules(mlir::Operation* op, llvm::ArrayRef<QuantizedRole> roles) {
  if (auto dot = mlir::dyn_cast<DotGeneralOp>(op))
    return failed(verifyContraction(op)) ? failure() : verifyDotAxes(dot);
  if (auto convolution = mlir::dyn_cast<ConvolutionOp>(op))
    return failed(verifyContraction(op))
               ? failure()
               : verifyConvolutionAxes(op, convolution.getDimensionNumbers());
  if (mlir::isa<AddOp>(op))
    return failed(verifyBaseline(op, roles)) ? failure() : verifySumAxes(op);
  if (failed(refusePerAxis(op, roles)))
    return failure();
  return verifyBaseline(op, roles);
}

} // namespace lz::hlo
