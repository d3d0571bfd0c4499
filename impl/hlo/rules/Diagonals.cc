#include "hlo/rules/Diagonals.h"

#include "hlo/rules/Facts.h"
#include "spec/OpAttrs.inc.h"

namespace lz::hlo {
namespace {

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
  const std::optional<int64_t> lhs = countedDim(op->getOperand(0)),
                               rhs = countedDim(op->getOperand(1));
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
  const TensorType matrix = typeOf(gather->getOperand(0)), type = typeOf(gather->getOperand(1));
  const bool isWide = isInteger(type.dtype) && bitWidth(type.dtype) >= 32;
  if (!isSquare(matrix) || !isWide || type.dims != Dims{matrix.dims[0], 1, 1} ||
      countedDim(gather->getOperand(1)) != 0)
    return {};
  AttrsOf<GatherAttrs> attrs(gather);
  auto isOnly = [](absl::Span<const int64_t> list, int64_t d) {
    return list.size() == 1 && list[0] == d;
  };
  const bool readsRows = isOnly(attrs.operandBatchingDims(), 0) &&
                         isOnly(attrs.startIndicesBatchingDims(), 0) &&
                         isOnly(attrs.startIndexMap(), 1) && attrs.indexVectorDim() == 2;
  return readsRows ? gather->getOperand(0) : mlir::Value();
}

} // namespace lz::hlo
