// Replaces quantized tensors by integers and arithmetic on them, as in docs/adr/0018.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::formats {

// Values of `main` with a quantized type become tensors of its storage type. Ops that move them
// stay. uniform_quantize, uniform_dequantize, and ops that compute with the floats they represent,
// become arithmetic. False if there are none. Fails with an error at an op that breaks a
// constraint. Calls must be inlined, and shapes known.
mlir::FailureOr<bool> replaceQuantized(mlir::func::FuncOp main);

} // namespace lz::formats
