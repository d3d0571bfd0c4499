// Defines how ops treat quantized tensors, and which types they accept.
#pragma once

#include "hlo/ir/text/QuantizedType.h"

#include "mlir/IR/Operation.h"

namespace lz::hlo {

enum class QuantizedForm : uint8_t {
  Storage, // moves the integers
  Floats,  // computes with the represented floats (dequantize_op_quantize of the specification)
  None,    // accepts no quantized tensors
};
// Returns how the op treats quantized tensors. The op does not need an entry (spec/ops).
QuantizedForm quantizedForm(mlir::Operation* op);

// Returns whether an operand or result of the op, or a parameter or result of its regions, is
// quantized.
bool hasQuantized(mlir::Operation* op);

// Returns the tensor type that an op of this form computes with in place of a quantized type.
// Returns other types unchanged.
mlir::Type computedType(mlir::Type type, QuantizedForm form);

// Verifies the constraints on the quantized types of the op. Does not verify shapes and other
// types.
mlir::LogicalResult verifyQuantized(mlir::Operation* op);

// Fails with an error at the op if `type` does not have a scale for each slice. `what` describes
// the type in the message.
mlir::LogicalResult verifyScales(mlir::Operation* op, mlir::Type type, const llvm::Twine& what);

} // namespace lz::hlo
