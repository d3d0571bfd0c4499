// Converts modules of HLO text to IR.
#pragma once

#include "formats/xla/module/Module.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace lz::formats {

// Returns a module whose public function "main" equals the entry computation. In parameters and
// results, tuples are replaced by their elements, and tokens are dropped. Calls and fusions become
// calls of functions. Layouts are ignored, except those of a bitcast. Elided constants are filled
// with ones. Each op has the location of its instruction in the text. Errors are located and name
// the instruction. They are unimplemented for instructions that StableHLO does not have and for
// dynamic shapes, invalid-argument for a wrong module, and resource-exhausted if copying
// computations into the regions that run them would make too many instructions. The caller must
// verify the module.
StatusOr<mlir::OwningOpRef<mlir::ModuleOp>>
importHlo(mlir::MLIRContext& context, const xla::Module& module, const std::string& name);

} // namespace lz::formats
