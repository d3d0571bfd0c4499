// Attributes that JAX adds to a custom call next to its backend_config.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// Moves mhlo.backend_config, which has the attributes of a call of the typed interface, to
// backend_config if that is empty. For a LAPACK routine it also records that a matrix is not
// column-major, or that another tensor is not row-major (linalg/spec/LapackConfig.h).
//
//   {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}}
//   ->  {backend_config = {uplo = 76 : ui8}}
void joinForeignConfigs(mlir::ModuleOp module);

} // namespace lz::formats
