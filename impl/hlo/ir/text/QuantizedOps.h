// What ops do with quantized tensors, and what they ask of their types.
#pragma once

#include "hlo/ir/text/QuantizedType.h"

#include "mlir/IR/Operation.h"

namespace lz::hlo {

enum class QuantizedForm : uint8_t {
  Storage, // moves the integers
  Floats,  // dequantize_op_quantize of the specification: computes with the floats they stand for
  None,    // takes none
};
// Of any op, those of the tables and others.
QuantizedForm quantizedForm(mlir::Operation* op);

// Whether an operand, a result, or a parameter or result of a region is quantized.
bool hasQuantized(mlir::Operation* op);

// The tensor that an op of this form has in place of a quantized one; another type as it is.
mlir::Type computedType(mlir::Type type, QuantizedForm form);

// Constraints on the quantized types of the op. Those on its other types and on all shapes are
// those of the op on computed types.
mlir::LogicalResult verifyQuantized(mlir::Operation* op);

// Fails with an error at the op if `type`, of what is named, does not have a scale for each slice.
mlir::LogicalResult verifyScales(mlir::Operation* op, mlir::Type type, const llvm::Twine& what);

} // namespace lz::hlo
