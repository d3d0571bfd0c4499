// Turns a module of stablehlo, chlo and func, read from any format, into a program.
#pragma once

#include "hlo/build/FirstError.h"
#include "spec/Program.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// Returns the program of the module's public function with this name; "" means "main" or the only
// public function. The module must be verified, and is changed: calls are inlined, and ops without
// an entry are replaced. `error` must be handling the diagnostics. `name` is the module in
// messages.
StatusOr<Program> programOf(mlir::ModuleOp module, const hlo::FirstError& error,
                            const std::string& name, const std::string& function);

} // namespace lz::formats
