// A module of stablehlo, chlo and func, whatever it was read from, as a program.
#pragma once

#include "hlo/build/FirstError.h"
#include "spec/Program.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz {

// The program of the module's public function of this name; "": of "main", or of its only public
// function. The module, which is verified, is used up: calls are inlined, and ops that have no
// entry are replaced. `error` takes the diagnostics meanwhile; `name` stands for the module in
// messages.
StatusOr<Program> programOf(mlir::ModuleOp module, const FirstError& error, const std::string& name,
                            const std::string& function);

} // namespace lz
