// Reads MLIR bytecode as a module of stablehlo, chlo and func: StableHLO in bytecode, and portable
// artifacts, whose ops are those of vhlo.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace lz::formats {

// Reads the module, which is not verified. Returns null after a diagnostic, located as "net.bc:
// byte 17". For any content, time is linear in the number of bytes, and memory is at most some
// hundred times that number. Ops of unknown dialects are kept, as in the generic form of text;
// lowering rejects them.
mlir::OwningOpRef<mlir::ModuleOp> readBytecodeModule(mlir::MLIRContext& context,
                                                     llvm::StringRef bytes, llvm::StringRef name);

} // namespace lz::formats
