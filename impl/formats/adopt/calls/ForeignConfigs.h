// Attributes that JAX adds to a custom call besides its backend_config.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// A call of the typed interface has its attributes in mhlo.backend_config. If backend_config is
// empty, they become it. For a routine of LAPACK it also notes that a matrix is not column-major,
// or that another tensor is not row-major (linalg/spec/LapackConfig.h).
//
//   {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}}
//   ->  {backend_config = {uplo = 76 : ui8}}
void joinForeignConfigs(mlir::ModuleOp module);

} // namespace lz::formats
