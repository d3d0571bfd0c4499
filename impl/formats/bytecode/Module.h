// Reads MLIR bytecode as a module of stablehlo, chlo and func. The file contains StableHLO, or is a
// portable artifact with ops of the dialect vhlo.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace lz::formats {

// Reads the module without verifying it. Returns null after a diagnostic, which is located as
// "net.bc: byte 17". The time is linear in the number of bytes, even if the content is not valid.
// Ops of unknown dialects are kept, and lowering rejects them.
mlir::OwningOpRef<mlir::ModuleOp> readBytecodeModule(mlir::MLIRContext& context,
                                                     llvm::StringRef bytes, llvm::StringRef name);

} // namespace lz::formats
