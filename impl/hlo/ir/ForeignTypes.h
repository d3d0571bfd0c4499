// The types that foreign code sees, where a pass has given its call others of the same bytes:
//
//   custom_call @f(%x) {lz.types = (tensor<3xcomplex<f32>>) -> ()} : (tensor<3x2xf32>) -> ()
#pragma once

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace lz::hlo {

// `call` replaces `old`, which had the types that are meant.
void keepCalledTypes(mlir::Operation* call, mlir::Operation* old);
mlir::FunctionType calledTypes(mlir::Operation* call);

} // namespace lz::hlo
