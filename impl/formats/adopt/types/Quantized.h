// Replaces quantized tensors by integers and arithmetic on them, as in docs/adr/0018.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::formats {

// Replaces quantized types in `main` by tensors of the storage type. Ops that only move values do
// not change. uniform_quantize, uniform_dequantize, and ops that compute with the represented
// floats become arithmetic. Calls must be inlined, and shapes must be known. If `main` has no
// quantized values, returns false. If an op breaks a constraint, fails with an error at that op.
mlir::FailureOr<bool> replaceQuantized(mlir::func::FuncOp main);

} // namespace lz::formats
