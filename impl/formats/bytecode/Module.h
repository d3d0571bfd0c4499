// MLIR bytecode as a module of stablehlo, chlo and func: StableHLO in bytecode, and portable
// artifacts, whose ops are those of vhlo.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace lz::formats {

// Takes time linear in the bytes for any content, and memory of at most some hundred times their
// number. Null after a diagnostic, located as "net.bc: byte 17". The module is not verified yet.
// Ops of unknown dialects are kept, as in the generic form of text, and lowering refuses them.
mlir::OwningOpRef<mlir::ModuleOp> readBytecodeModule(mlir::MLIRContext& context,
                                                     llvm::StringRef bytes, llvm::StringRef name);

} // namespace lz::formats
