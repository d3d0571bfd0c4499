// lz.region: text form and verifier.
#include "hlo/ir/Dialect.h"

#include "mlir/IR/Builders.h"

namespace lz::ir {

using mlir::failure;
using mlir::success;

// (%a = %x, ...) : (types) -> types {body} [attributes {...}]
mlir::ParseResult RegionOp::parse(mlir::OpAsmParser& parser, mlir::OperationState& result) {
  llvm::SmallVector<mlir::OpAsmParser::Argument> params;
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand> operands;
  llvm::SMLoc loc = parser.getCurrentLocation();
  mlir::FunctionType type;
  if (parser.parseAssignmentList(params, operands) || parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  result.addTypes(type.getResults());
  for (auto [param, paramType] : llvm::zip(params, type.getInputs()))
    param.type = paramType;
  mlir::Region* body = result.addRegion();
  if (parser.parseRegion(*body, params) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void RegionOp::print(mlir::OpAsmPrinter& printer) {
  printer << " (";
  auto params = getBody().front().getArguments();
  llvm::interleaveComma(llvm::zip(params, getInputs()), printer, [&](auto pair) {
    printer.printOperand(std::get<0>(pair));
    printer << " = ";
    printer.printOperand(std::get<1>(pair));
  });
  printer << ") : ";
  printer.printFunctionalType(getOperation());
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
}

mlir::LogicalResult RegionOp::verify() {
  mlir::Block& body = getBody().front();
  if (body.getArgumentTypes() != getInputs().getTypes())
    return emitOpError("block arguments do not have the types of the operands");
  auto terminator = mlir::dyn_cast<ReturnOp>(body.back());
  if (!terminator || terminator.getOutputs().getTypes() != getOutputs().getTypes())
    return emitOpError("lz.return does not have the types of the results");
  return success();
}

} // namespace lz::ir
