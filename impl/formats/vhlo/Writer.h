// Writes a module as a portable artifact of StableHLO 1.8.0, the first version that has every type
// of Lazuli. Later versions can read the artifact.
#pragma once

#include "base/Status.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// Writes a module that importProgram made. If the module has an op of chlo, fails with
// unimplemented and the name and location of the op, because portable artifacts cannot contain such
// ops.
StatusOr<std::string> writePortable(mlir::ModuleOp module);

} // namespace lz::formats
