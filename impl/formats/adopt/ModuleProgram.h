// Turns a module of stablehlo, chlo and func, read from any format, into a program.
#pragma once

#include "hlo/build/FirstError.h"
#include "spec/Program.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// Returns the program of the module's public function `function`. "" stands for "main" or the only
// public function. The module must be verified. This changes the module: calls are inlined, and ops
// without an entry in the op table are replaced. `error` must be the handler of the diagnostics.
// Messages call the module `name`.
StatusOr<Program> programOf(mlir::ModuleOp module, const hlo::FirstError& error,
                            const std::string& name, const std::string& function);

} // namespace lz::formats
