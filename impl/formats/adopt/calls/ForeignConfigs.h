// What JAX says of a custom call beside its backend_config.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace lz::hlo {

// A call of the typed interface has its attributes in mhlo.backend_config; where backend_config is
// empty, they become it. Of a routine of LAPACK it also says that a matrix is not column-major,
// or another tensor not row-major (linalg/spec/LapackConfig.h).
//
//   {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}}
//   ->  {backend_config = {uplo = 76 : ui8}}
void joinForeignConfigs(mlir::ModuleOp module);

} // namespace lz::hlo
