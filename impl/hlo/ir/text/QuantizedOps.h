// How ops treat quantized tensors, and what they require of the types.
#pragma once

#include "hlo/ir/text/QuantizedType.h"

#include "mlir/IR/Operation.h"

namespace lz::hlo {

enum class QuantizedForm : uint8_t {
  Storage, // moves the integers
  Floats,  // dequantize_op_quantize of the specification: computes with the floats they stand for
  None,    // takes no quantized tensors
};
// For every op, in the tables or not.
QuantizedForm quantizedForm(mlir::Operation* op);

// Whether an operand, a result, or a parameter or result of a region is quantized.
bool hasQuantized(mlir::Operation* op);

// The tensor type that an op of this form has instead of a quantized one. Other types stay.
mlir::Type computedType(mlir::Type type, QuantizedForm form);

// Constraints on the quantized types of the op. Those on its other types and on all shapes are
// those of the op on computed types.
mlir::LogicalResult verifyQuantized(mlir::Operation* op);

// Fails with an error at the op if `type`, described by `what`, lacks a scale for some slice.
mlir::LogicalResult verifyScales(mlir::Operation* op, mlir::Type type, const llvm::Twine& what);

} // namespace lz::hlo
