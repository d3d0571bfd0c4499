// Reads MLIR bytecode as a module of stablehlo, chlo and func. The file may contain StableHLO, or
// be a portable artifact, whose ops are of the dialect vhlo.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace lz::formats {

// Reads the module without verifying it. Returns null after a diagnostic, located as "net.bc: byte
// 17". For any content, the time is linear in the number of bytes, and the memory is at most some
// hundred times that number. Ops of unknown dialects are kept, as in the generic form of text.
// Lowering rejects them.
mlir::OwningOpRef<mlir::ModuleOp> readBytecodeModule(mlir::MLIRContext& context,
                                                     llvm::StringRef bytes, llvm::StringRef name);

} // namespace lz::formats
