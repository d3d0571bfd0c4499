#include "hlo/rules/Diagonals.h"

#include "spec/OpAttrs.inc.h"

namespace lz::hlo {
namespace {

// Returns the dim along which the value counts 0, 1, 2, ..., or nullopt.
std::optional<int64_t> counts(mlir::Value value) {
  mlir::Operation* op = value.getDefiningOp();
  if (is(op, Opcode::Iota))
    return AttrsOf<IotaAttrs>(op).iotaDimension();
  mlir::Operation* from =
      is(op, Opcode::BroadcastInDim) ? op->getOperand(0).getDefiningOp() : nullptr;
  if (!is(from, Opcode::Iota))
    return std::nullopt;
  AttrsOf<BroadcastInDimAttrs> attrs(op);
  const int64_t dim = AttrsOf<IotaAttrs>(from).iotaDimension();
  return attrs.broadcastDimensions()[size_t(dim)];
}

bool isSquare(const TensorType& type) {
  return type.rank() == 2 && type.dims[0] == type.dims[1];
}

// Returns whether the value is true where the row equals the column, and false elsewhere.
bool isMask(mlir::Value value) {
  mlir::Operation* op = value.getDefiningOp();
  if (!is(op, Opcode::Compare) || !isSquare(typeOf(value)))
    return false;
  const TensorType type = typeOf(op->getOperand(0));
  // Narrow integers would wrap around.
  const bool isWide = isInteger(type.dtype) && bitWidth(type.dtype) >= 32;
  if (!isWide || AttrsOf<CompareAttrs>(op).comparisonDirection() != lz::ComparisonDirection::EQ)
    return false;
  const std::optional<int64_t> lhs = counts(op->getOperand(0)), rhs = counts(op->getOperand(1));
  return lhs && rhs && *lhs != *rhs;
}

bool isMaskOfNumbers(mlir::Value value) {
  mlir::Operation* op = value.getDefiningOp();
  return is(op, Opcode::Convert) && isMask(op->getOperand(0));
}

bool isZero(mlir::Value value) {
  const Literal splat = splatOf(value);
  return splat.valid() && splat.toDouble(0) == 0;
}

// Returns the operand if the square matrix is a broadcast of a vector or number, or null.
mlir::Value entriesOf(mlir::Value matrix) {
  mlir::Operation* op = matrix.getDefiningOp();
  if (!is(op, Opcode::BroadcastInDim))
    return {};
  const TensorType from = typeOf(op->getOperand(0));
  const bool isVector = from.rank() == 1 && from.dims[0] == typeOf(matrix).dims[0];
  return isVector || from.rank() == 0 ? op->getOperand(0) : mlir::Value();
}

} // namespace

std::optional<DiagonalMatrix> diagonalMatrixOf(mlir::Value value) {
  mlir::Operation* op = value.getDefiningOp();
  if (!op || !hasKnownTypes(op) || !isSquare(typeOf(value)))
    return std::nullopt;
  if (isMaskOfNumbers(value))
    return DiagonalMatrix{};
  mlir::Value entries;
  if (is(op, Opcode::Select) && isMask(op->getOperand(0)) && isZero(op->getOperand(2)))
    entries = entriesOf(op->getOperand(1));
  if (is(op, Opcode::Multiply))
    for (unsigned i : {0u, 1u})
      if (isMaskOfNumbers(op->getOperand(i)))
        entries = entriesOf(op->getOperand(1 - i));
  return entries ? std::optional(DiagonalMatrix{entries}) : std::nullopt;
}

mlir::Value matrixMaskedBy(mlir::Value value) {
  mlir::Operation* op = value.getDefiningOp();
  const bool isMasked = is(op, Opcode::Select) && hasKnownTypes(op) && op->hasOneUse() &&
                        isMask(op->getOperand(0)) && isZero(op->getOperand(2));
  return isMasked ? op->getOperand(1) : mlir::Value();
}

mlir::Value matrixGatheredBy(mlir::Operation* gather) {
  const TensorType matrix = typeOf(gather->getOperand(0));
  mlir::Operation* indices = gather->getOperand(1).getDefiningOp();
  if (!isSquare(matrix) || !is(indices, Opcode::Concatenate) || indices->getNumOperands() != 2 ||
      AttrsOf<ConcatenateAttrs>(indices).dimension() != 1)
    return {};
  const TensorType type = typeOf(gather->getOperand(1));
  const bool isWide = isInteger(type.dtype) && bitWidth(type.dtype) >= 32;
  if (!isWide || type.dims != Dims{matrix.dims[0], 2})
    return {};
  for (mlir::Value column : indices->getOperands())
    if (typeOf(column).dims[1] != 1 || counts(column) != 0)
      return {};
  AttrsOf<GatherAttrs> attrs(gather);
  auto is01 = [](absl::Span<const int64_t> list) {
    return list.size() == 2 && list[0] == 0 && list[1] == 1;
  };
  const bool readsPairs = attrs.offsetDims().empty() && is01(attrs.collapsedSliceDims()) &&
                          is01(attrs.startIndexMap()) && attrs.indexVectorDim() == 1;
  return readsPairs ? gather->getOperand(0) : mlir::Value();
}

} // namespace lz::hlo
