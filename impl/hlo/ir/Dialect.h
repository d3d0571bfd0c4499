// Defines the op dialects. "stablehlo" and "chlo" are implemented from the StableHLO specification,
// and "lz" has the compiler's own ops. The ops are generated from spec/ops/*.td and LzOps.td.
#pragma once

#include "spec/OpInfo.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace lz::hlo {

// Verifies the attributes, operands and region types of an op that has an entry (spec/ops). If the
// op has types that Lazuli does not know (dynamic shapes), it is accepted. Code that needs the
// types must reject such an op.
mlir::LogicalResult verifyOp(mlir::Operation* op);

mlir::LogicalResult verifyOneType(mlir::Operation* op);
template <typename Op> class OneType : public mlir::OpTrait::TraitBase<Op, OneType> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation* op) { return verifyOneType(op); }
};

// Returns the entry of an op (spec/ops), or nullptr for ops without one.
const OpInfo* opInfo(mlir::Operation* op);

// The end of each error message about valid StableHLO that Lazuli does not support. It
// distinguishes these messages from messages about wrong programs.
inline constexpr llvm::StringLiteral kNotSupported = "is not supported by Lazuli";

// Returns an error at the op, beginning with "[add]".
inline mlir::InFlightDiagnostic errorOf(mlir::Operation* op) {
  return op->emitError() << '[' << op->getName().stripDialect() << "] ";
}

// Rejects the pretty form of an op. The parser's message begins with the op's name: "custom op
// 'stablehlo.x' ...".
mlir::ParseResult refuseOp(mlir::OpAsmParser& parser, mlir::OperationState& result);
// Rejects an attribute. The message begins with "attribute #chlo.x".
void refuseAttribute(mlir::DialectAsmParser& parser, llvm::SMLoc loc, llvm::StringRef dialect,
                     llvm::StringRef mnemonic);

// Parse fields of struct attributes.
mlir::FailureOr<llvm::SmallVector<int64_t>> parseDims(mlir::AsmParser& parser); // "[0, 2]"
void printDims(mlir::AsmPrinter& printer, llvm::ArrayRef<int64_t> dims);
mlir::FailureOr<bool> parseFlag(mlir::AsmParser& parser); // "true"
mlir::FailureOr<llvm::APFloat> parseDouble(mlir::AsmParser& parser);

} // namespace lz::hlo

#include "hlo/ir/ChloDialect.h.inc"
#include "hlo/ir/HloDialect.h.inc"
#include "hlo/ir/HloEnums.h.inc"
#include "hlo/ir/HloInterfaces.h.inc"
#include "hlo/ir/LzDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "hlo/ir/HloTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "hlo/ir/HloAttrs.h.inc"

#define GET_ATTRDEF_CLASSES
#include "hlo/ir/ChloAttrs.h.inc"

#define GET_OP_CLASSES
#include "hlo/ir/HloOps.h.inc"

#define GET_OP_CLASSES
#include "hlo/ir/ChloOps.h.inc"

#define GET_OP_CLASSES
#include "hlo/ir/LzOps.h.inc"

namespace lz::ir {

bool isContraction(mlir::Operation* op); // a dot_general or convolution
bool renamesRows(mlir::Operation* op);   // true for a reshape, which does not move bytes

// Returns whether the op is a slice or dynamic_slice outside of regions. After regions have been
// formed, only further views and products read its result. Products read the slice in place.
bool isView(mlir::Operation* op);
// Returns the array in which this operand of a product lies: the operand itself, or the array that
// it is a slice of. Goes from arguments of lz.contraction and lz.sweep to their operands.
mlir::Value arrayOf(mlir::Value operand);

// `product` is a product of lz.sweep. One of its operands is a result of the product before it.
// Returns this operand. For the first product, and outside of lz.sweep, returns null.
mlir::Value tableOf(mlir::Operation* product);

// Returns the body of an lz.contraction or lz.sweep, or nullptr. In this body, block arguments are
// other names for the operands of the op. The values that the body returns are other names for the
// results.
mlir::Block* bodyOfProducts(mlir::Operation* op);

// Return the prologues and epilogues of a dot_general or convolution that is in lz.contraction.
RegionOp prologueOf(mlir::Operation* contraction, unsigned operand);   // or null
llvm::SmallVector<RegionOp> epiloguesOf(mlir::Operation* contraction); // in the order of the body

// Returns the epilogues that read the value, which is made in an lz.contraction. They read it
// directly, through reshapes, or in a later lz.contraction that has the value as an operand.
// Returns nullopt if anything else reads the value.
std::optional<llvm::SmallVector<RegionOp>> epiloguesReading(mlir::Value value);

// Verifies the results that the regions of a product keep in scratch. If the product is in
// lz.sweep, all products of the sweep must be there.
mlir::LogicalResult verifyKeptResults(mlir::Operation* product);

// Returns the value that `v` is another name of. A reshape is another name of its operand. An
// argument in an lz.contraction is another name of the operand, and a result of an lz.contraction
// is another name of the value that its body returns.
mlir::Value madeAs(mlir::Value v);

} // namespace lz::ir
