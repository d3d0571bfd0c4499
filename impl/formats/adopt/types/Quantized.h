// Replaces quantized tensors by integers and arithmetic on them, as in docs/adr/0018.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::formats {

// Gives values of `main` with a quantized type a tensor of the storage type. Ops that only move
// these values do not change. uniform_quantize, uniform_dequantize, and ops that compute with the
// represented floats, become arithmetic. Returns false if `main` has no quantized values. Fails
// with an error at an op that breaks a constraint. Calls must be inlined, and shapes known.
mlir::FailureOr<bool> replaceQuantized(mlir::func::FuncOp main);

} // namespace lz::formats
