// Modules of HLO text as IR.
#pragma once

#include "formats/xla/module/Module.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace lz::formats {

// A module whose public function "main" does what the entry computation does. A tuple becomes its
// elements and a token nothing: parameters and results are flattened. Calls and fusions are calls
// of functions. Layouts mean nothing, except those of a bitcast. An elided constant is made of
// ones. The op of an instruction has the place of the instruction in the text. Errors, located,
// that name the instruction: unimplemented for instructions that StableHLO does not have and for
// dynamic shapes; invalid-argument for a module without meaning; resource-exhausted if copies of
// computations double too often. The caller verifies the module.
StatusOr<mlir::OwningOpRef<mlir::ModuleOp>>
importHlo(mlir::MLIRContext& context, const xla::Module& module, const std::string& name);

} // namespace lz::formats
