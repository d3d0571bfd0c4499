// Keeps the types that a called function expects, if a pass gives the call other types with the
// same bytes:
//
//   custom_call @f(%x) {lz.types = (tensor<3xcomplex<f64>>) -> ()} : (tensor<3x2xf64>) -> ()
#pragma once

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace lz::hlo {

// Stores the types of `old` in `call`, which replaces `old`. The called function expects these
// types.
void keepCalledTypes(mlir::Operation* call, mlir::Operation* old);
mlir::FunctionType calledTypes(mlir::Operation* call);
bool hasOtherTypes(mlir::Operation* call);

} // namespace lz::hlo
