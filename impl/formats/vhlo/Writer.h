// Writes a module as a portable artifact of StableHLO 1.8.0. This is the first version that has
// every type of Lazuli, and every later version reads it.
#pragma once

#include "base/Status.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// Writes a module that importProgram made. Fails for ops of chlo, which portable artifacts cannot
// contain, with unimplemented and the op's name and location.
StatusOr<std::string> writePortable(mlir::ModuleOp module);

} // namespace lz::formats
