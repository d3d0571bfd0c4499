// How ops treat quantized tensors, and which types they accept.
#pragma once

#include "hlo/ir/text/QuantizedType.h"

#include "mlir/IR/Operation.h"

namespace lz::hlo {

enum class QuantizedForm : uint8_t {
  Storage, // moves the integers
  Floats,  // computes with the floats they represent (dequantize_op_quantize of the specification)
  None,    // accepts no quantized tensors
};
// Returns the form for any op, even one that is not in the tables.
QuantizedForm quantizedForm(mlir::Operation* op);

// Returns whether an operand, a result, or a parameter or result of a region is quantized.
bool hasQuantized(mlir::Operation* op);

// Returns the tensor type with which an op of this form computes in place of a quantized type.
// Other types do not change.
mlir::Type computedType(mlir::Type type, QuantizedForm form);

// Verifies the constraints on the quantized types of the op. The constraints on its other types and
// on shapes are those of the op on computed types.
mlir::LogicalResult verifyQuantized(mlir::Operation* op);

// Fails with an error at the op if `type`, described by `what`, lacks a scale for some slice.
mlir::LogicalResult verifyScales(mlir::Operation* op, mlir::Type type, const llvm::Twine& what);

} // namespace lz::hlo
