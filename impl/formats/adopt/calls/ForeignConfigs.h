// Handles attributes that JAX adds to a custom call next to its backend_config.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// Moves mhlo.backend_config, which holds the attributes of a call of XLA's typed FFI, to
// backend_config if that is empty. For a LAPACK routine whose layouts are not those of JAX, adds an
// attribute that says so (kRowMajor in linalg/spec/LapackConfig.h).
//
//   {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}}
//   ->  {backend_config = {uplo = 76 : ui8}}
void joinForeignConfigs(mlir::ModuleOp module);

} // namespace lz::formats
