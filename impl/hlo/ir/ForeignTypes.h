// Keeps the types that foreign code and library functions expect, for calls to which a pass has
// given other types of the same bytes:
//
//   custom_call @f(%x) {lz.types = (tensor<3xcomplex<f64>>) -> ()} : (tensor<3x2xf64>) -> ()
#pragma once

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace lz::hlo {

// Stores in `call` the types of `old`, the call that it replaces. The called function expects these
// types.
void keepCalledTypes(mlir::Operation* call, mlir::Operation* old);
mlir::FunctionType calledTypes(mlir::Operation* call);
bool hasOtherTypes(mlir::Operation* call);

} // namespace lz::hlo
