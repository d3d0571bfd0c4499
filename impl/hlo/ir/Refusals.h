// Words for what the parser meets and Lazuli does not know.
#pragma once

#include "hlo/ir/Dialect.h"

#include "mlir/IR/DialectImplementation.h"

namespace lz::hlo {

// Of the pretty form of an op. The parser adds the name: "custom op 'stablehlo.x' ...".
mlir::ParseResult refuseOp(mlir::OpAsmParser& parser, mlir::OperationState& result);

// "attribute #chlo.x ..."
void refuseAttribute(mlir::DialectAsmParser& parser, llvm::SMLoc loc, llvm::StringRef dialect,
                     llvm::StringRef mnemonic);

} // namespace lz::hlo
