// A module as a portable artifact of StableHLO 1.8.0: the first version in which every type that
// Lazuli has exists, so that every later one reads it.
#pragma once

#include "base/Status.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// The module as importProgram makes it: one function, whose ops are those of the tables. Error:
// unimplemented, with the op's name and place, for ops of chlo, which portable artifacts do not
// have.
StatusOr<std::string> writePortable(mlir::ModuleOp module);

} // namespace lz::formats
