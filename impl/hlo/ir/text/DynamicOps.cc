// Verifies ops whose operands contain shapes. Only types are checked here. When the shapes are
// known, these ops are replaced by others, whose verifiers check the rest.
#include "hlo/ir/syntax/OpFormat.h"

namespace lz::hlo {
namespace {

using mlir::failure;
using mlir::LogicalResult;
using mlir::success;
using Tensor = mlir::RankedTensorType;

Tensor tensorOf(mlir::Value value) {
  return mlir::cast<Tensor>(value.getType());
}

// Checks that `sizes` has an entry for each of `rank` dimensions.
LogicalResult verifySizes(mlir::Operation* op, llvm::StringRef what, mlir::Value sizes,
                          int64_t rank) {
  if (tensorOf(sizes).getDimSize(0) == rank)
    return success();
  return op->emitError() << '[' << op->getName().stripDialect() << "] " << what << " must have "
                         << rank << " entries, one for each dimension, but has "
                         << tensorOf(sizes).getDimSize(0);
}

LogicalResult verifyElements(mlir::Operation* op, Tensor x, Tensor y) {
  if (x.getElementType() == y.getElementType())
    return success();
  return op->emitError() << '[' << op->getName().stripDialect() << "] " << x << " and " << y
                         << " must have the same element type";
}

LogicalResult verifyDimension(mlir::Operation* op, int64_t dimension, int64_t rank) {
  if (dimension >= 0 && dimension < rank)
    return success();
  return op->emitError() << '[' << op->getName().stripDialect() << "] dimension " << dimension
                         << " is outside of rank " << rank;
}

bool areUniqueBelow(llvm::ArrayRef<int64_t> dims, int64_t limit) {
  llvm::SmallVector<int64_t> sorted(dims);
  llvm::sort(sorted);
  return (sorted.empty() || (sorted.front() >= 0 && sorted.back() < limit)) &&
         std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

} // namespace

LogicalResult GetDimensionSizeOp::verify() {
  if (!getType().getElementType().isInteger(32) || getType().getRank() != 0)
    return emitError() << "[get_dimension_size] the result must be tensor<i32>, but is "
                       << getType();
  return verifyDimension(*this, int64_t(getDimension()), tensorOf(getOperand()).getRank());
}

LogicalResult SetDimensionSizeOp::verify() {
  if (!tensorOf(getSize()).getElementType().isInteger(32) || tensorOf(getSize()).getRank() != 0)
    return emitError() << "[set_dimension_size] size must be tensor<i32>, but is "
                       << tensorOf(getSize());
  if (failed(verifyElements(*this, tensorOf(getOperand()), getType())))
    return failure();
  return verifyDimension(*this, int64_t(getDimension()), tensorOf(getOperand()).getRank());
}

LogicalResult DynamicReshapeOp::verify() {
  Tensor operand = tensorOf(getOperand());
  if (failed(verifyElements(*this, operand, getType())) ||
      failed(verifySizes(*this, "output_shape", getOutputShape(), getType().getRank())))
    return failure();
  if (operand.hasStaticShape() && getType().hasStaticShape() &&
      operand.getNumElements() != getType().getNumElements())
    return emitError() << "[dynamic_reshape] " << operand << " and " << getType()
                       << " must have the same number of elements";
  return success();
}

LogicalResult DynamicBroadcastInDimOp::verify() {
  Tensor operand = tensorOf(getOperand());
  if (failed(verifyElements(*this, operand, getType())) ||
      failed(verifySizes(*this, "output_dimensions", getOutputDimensions(), getType().getRank())))
    return failure();
  llvm::ArrayRef<int64_t> dims = getBroadcastDimensions();
  if (int64_t(dims.size()) != operand.getRank() || !areUniqueBelow(dims, getType().getRank()))
    return emitError() << "[dynamic_broadcast_in_dim] broadcast_dimensions must name a dimension "
                          "of the result for each dimension of the operand";
  for (auto [d, to] : llvm::enumerate(dims)) {
    const int64_t size = operand.getDimSize(unsigned(d)),
                  result = getType().getDimSize(unsigned(to));
    if (size != 1 && size != result && !mlir::ShapedType::isDynamic(size) &&
        !mlir::ShapedType::isDynamic(result))
      return emitError() << "[dynamic_broadcast_in_dim] dimension " << d << " of " << operand
                         << " must be 1 or the size of dimension " << to << " of " << getType();
  }
  llvm::SmallVector<int64_t> known(
      getKnownExpandingDimensions().value_or(llvm::ArrayRef<int64_t>()));
  llvm::append_range(known, getKnownNonexpandingDimensions().value_or(llvm::ArrayRef<int64_t>()));
  if (!areUniqueBelow(known, operand.getRank()))
    return emitError()
           << "[dynamic_broadcast_in_dim] known_expanding_dimensions and "
              "known_nonexpanding_dimensions must name each dimension of the operand at most once";
  return success();
}

LogicalResult DynamicIotaOp::verify() {
  if (failed(verifySizes(*this, "output_shape", getOutputShape(), getType().getRank())))
    return failure();
  return verifyDimension(*this, int64_t(getIotaDimension()), getType().getRank());
}

LogicalResult DynamicPadOp::verify() {
  Tensor operand = tensorOf(getOperand());
  const int64_t rank = operand.getRank();
  if (failed(verifyElements(*this, operand, getType())) ||
      failed(verifyElements(*this, operand, tensorOf(getPaddingValue()))) ||
      failed(verifySizes(*this, "edge_padding_low", getEdgePaddingLow(), rank)) ||
      failed(verifySizes(*this, "edge_padding_high", getEdgePaddingHigh(), rank)) ||
      failed(verifySizes(*this, "interior_padding", getInteriorPadding(), rank)))
    return failure();
  if (getType().getRank() != rank || tensorOf(getPaddingValue()).getRank() != 0)
    return emitError()
           << "[dynamic_pad] the result must have the operand's rank, and padding_value "
              "must be a scalar";
  return success();
}

LogicalResult RealDynamicSliceOp::verify() {
  Tensor operand = tensorOf(getOperand());
  const int64_t rank = operand.getRank();
  if (failed(verifyElements(*this, operand, getType())) ||
      failed(verifySizes(*this, "start_indices", getStartIndices(), rank)) ||
      failed(verifySizes(*this, "limit_indices", getLimitIndices(), rank)) ||
      failed(verifySizes(*this, "strides", getStrides(), rank)))
    return failure();
  if (getType().getRank() != rank)
    return emitError() << "[real_dynamic_slice] the result must have the operand's rank";
  return success();
}

LogicalResult DynamicGatherOp::verify() {
  if (failed(verifyElements(*this, tensorOf(getOperand()), getType())))
    return failure();
  return verifySizes(*this, "slice_sizes", getSliceSizes(), tensorOf(getOperand()).getRank());
}

LogicalResult DynamicConvOp::verify() {
  const int64_t rank = tensorOf(getLhs()).getRank();
  Tensor padding = tensorOf(getPadding());
  if (rank < 2 || padding.getRank() != 2 || padding.getDimSize(0) != rank - 2 ||
      padding.getDimSize(1) != 2 || !padding.getElementType().isIntOrIndex())
    return emitError() << "[dynamic_conv] padding must be integers, two for each dimension of the "
                          "window, but is "
                       << padding;
  return success();
}

} // namespace lz::hlo
