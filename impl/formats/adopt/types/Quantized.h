// Quantized tensors as integers and arithmetic on them, as docs/adr/0018 says.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::hlo {

// Values of `main` with a quantized type become tensors of its storage type. What moves them stays
// as it is; uniform_quantize, uniform_dequantize, and the ops that compute with the floats they
// stand for become arithmetic. False if there are none. Fails with an error at what breaks a
// constraint. Calls are inlined, and shapes known.
mlir::FailureOr<bool> replaceQuantized(mlir::func::FuncOp main);

} // namespace lz::hlo
