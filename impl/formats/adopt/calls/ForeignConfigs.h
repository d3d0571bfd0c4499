// Handles attributes that JAX adds to a custom call next to its backend_config.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// If backend_config is empty, moves mhlo.backend_config there. This attribute holds the attributes
// of a call of XLA's typed FFI. For a LAPACK routine it also records that a matrix is not
// column-major, or that another tensor is not row-major (linalg/spec/LapackConfig.h).
//
//   {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}}
//   ->  {backend_config = {uplo = 76 : ui8}}
void joinForeignConfigs(mlir::ModuleOp module);

} // namespace lz::formats
