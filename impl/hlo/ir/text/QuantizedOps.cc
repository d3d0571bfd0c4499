// The constraints have the names that the specification uses.
#include "hlo/ir/text/QuantizedOps.h"

#include "hlo/ir/Dialect.h"
#include "hlo/ir/text/QuantizedRules.h"

#include "mlir/IR/TypeUtilities.h"

namespace lz::hlo {

using mlir::failed;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

namespace {

QuantizedForm formOf(const OpInfo& info) {
  switch (info.opcode) {
  case Opcode::BitcastConvert:
  case Opcode::Sort:
    return QuantizedForm::Storage;
  case Opcode::Cholesky:
  case Opcode::TriangularSolve:
  case Opcode::Iota:
    return QuantizedForm::Floats;
  case Opcode::Convert: // only uniform_quantize and uniform_dequantize convert
    return QuantizedForm::None;
  default:
    break;
  }
  switch (info.kind) {
  case OpKind::Elementwise:
    return accepts(info.types, DType::F32) ? QuantizedForm::Floats : QuantizedForm::None;
  case OpKind::Contraction:
    return QuantizedForm::Floats;
  case OpKind::Library:
    return QuantizedForm::None;
  default:
    return QuantizedForm::Storage;
  }
}

} // namespace

QuantizedForm quantizedForm(mlir::Operation* op) {
  const llvm::StringRef name = op->getName().getStringRef();
  if (op->getName().getDialectNamespace() == "chlo" || name == "stablehlo.rng")
    return QuantizedForm::None;
  if (const OpInfo* info = opInfo(op))
    return formOf(*info);
  return name.starts_with("stablehlo.batch_norm_") ? QuantizedForm::Floats : QuantizedForm::Storage;
}

bool hasQuantized(mlir::Operation* op) {
  auto isQuantized = [](mlir::Type type) { return bool(quantizedElement(type)); };
  if (llvm::any_of(op->getOperandTypes(), isQuantized) ||
      llvm::any_of(op->getResultTypes(), isQuantized))
    return true;
  return llvm::any_of(op->getRegions(), [&](mlir::Region& region) {
    return region.hasOneBlock() && !region.front().empty() &&
           (llvm::any_of(region.getArgumentTypes(), isQuantized) ||
            llvm::any_of(region.front().back().getOperandTypes(), isQuantized));
  });
}

mlir::Type computedType(mlir::Type type, QuantizedForm form) {
  const QuantizedType element = quantizedElement(type);
  if (!element || form == QuantizedForm::None)
    return type;
  return mlir::cast<mlir::RankedTensorType>(type).clone(
      form == QuantizedForm::Storage ? element.storageType() : element.expressedType());
}

LogicalResult verifyScales(mlir::Operation* op, mlir::Type type, const llvm::Twine& what) {
  const QuantizedType element = quantizedElement(type);
  if (!element || !element->dimension)
    return success();
  auto tensor = mlir::cast<mlir::RankedTensorType>(type);
  const int64_t dimension = *element->dimension, count = int64_t(element->scales.size());
  if (dimension >= tensor.getRank())
    return errorOf(op) << what << " is " << type << ", which has no dimension " << dimension
                       << " to quantize along";
  const int64_t size = tensor.getDimSize(unsigned(dimension));
  if (mlir::ShapedType::isDynamic(size) || size == count)
    return success();
  return errorOf(op) << what << " is " << type << ", which has " << count << " scales for the "
                     << size << " slices of dimension " << dimension << "; give one for each";
}

LogicalResult verifyQuantized(mlir::Operation* op) {
  const QuantizedForm form = quantizedForm(op);
  if (form == QuantizedForm::None)
    return errorOf(op)
           << "cannot take quantized tensors; uniform_dequantize them, or bitcast_convert "
              "them to integers";
  const llvm::SmallVector<QuantizedRole> roles = rolesOf(op);
  for (const QuantizedRole& role : roles)
    if (failed(verifyScales(op, role.type, role.what)))
      return failure();
  return form == QuantizedForm::Floats ? verifyFloatRules(op, roles) : verifyMoveRules(op, roles);
}

LogicalResult UniformQuantizeOp::verify() {
  auto operand = mlir::cast<mlir::RankedTensorType>(getOperand().getType()), result = getType();
  if (failed(verifyScales(*this, operand, "operand 0")) ||
      failed(verifyScales(*this, result, "result 0")))
    return failure();
  const QuantizedType to = quantizedElement(result), from = quantizedElement(operand);
  if (!to)
    return errorOf(*this) << "must return a quantized tensor, but returns " << result;
  const mlir::Type floats = from ? from.expressedType() : operand.getElementType();
  if (floats != to.expressedType())
    return errorOf(*this) << "of " << operand << " cannot return " << result
                          << ": the floats must have one type; convert the operand to "
                          << to.expressedType();
  if (failed(mlir::verifyCompatibleShape(operand, result)))
    return errorOf(*this) << "of " << operand << " cannot return " << result
                          << ": the shapes must be equal";
  return success();
}

LogicalResult UniformDequantizeOp::verify() {
  auto operand = mlir::cast<mlir::RankedTensorType>(getOperand().getType()), result = getType();
  if (failed(verifyScales(*this, operand, "operand 0")))
    return failure();
  const QuantizedType from = quantizedElement(operand);
  if (!from)
    return errorOf(*this) << "must take a quantized tensor, but takes " << operand;
  if (result.getElementType() != from.expressedType() ||
      failed(mlir::verifyCompatibleShape(operand, result)))
    return errorOf(*this)
           << "of " << operand << " cannot return " << result
           << ": the result must have the expressed type and the shape of the operand";
  return success();
}

} // namespace lz::hlo
