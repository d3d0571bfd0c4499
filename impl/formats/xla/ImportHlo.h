// Converts modules of HLO text to IR.
#pragma once

#include "formats/xla/module/Module.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace lz::formats {

// Returns a module whose public function "main" equals the entry computation. In parameters and
// results, tuples are replaced by their elements, and tokens are dropped. Calls and fusions become
// calls of functions. Layouts are ignored, except those of a bitcast. Elided constants are filled
// with ones. Each op has the location of its instruction in the text. The caller must verify the
// module. Errors have a location and name the instruction. A wrong module is invalid-argument.
// Dynamic shapes, and instructions that StableHLO does not have, are unimplemented. If copies of
// computations would have too many instructions, the error is resource-exhausted.
StatusOr<mlir::OwningOpRef<mlir::ModuleOp>>
importHlo(mlir::MLIRContext& context, const xla::Module& module, const std::string& name);

} // namespace lz::formats
