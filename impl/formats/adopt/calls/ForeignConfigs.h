// Handles attributes that JAX adds to custom calls.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// Moves the attribute mhlo.backend_config of each custom call to backend_config, if backend_config
// is empty. If the layouts of a LAPACK call are not those of JAX, adds an attribute that says so
// (kRowMajor in linalg/spec/LapackConfig.h).
//
//   {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}}
//   ->  {backend_config = {uplo = 76 : ui8}}
void joinForeignConfigs(mlir::ModuleOp module);

} // namespace lz::formats
