// Parses and prints the pretty form of while, and names block arguments and constants in printed
// text:
//   %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %x) : tensor<i32>, tensor<3xf32>
//   cond { ... } do { ... }
#include "hlo/ir/syntax/OpFormat.h"

#include "mlir/IR/Builders.h"

namespace lz::hlo {

using mlir::failure;
using mlir::ParseResult;
using mlir::success;

ParseResult WhileOp::parse(mlir::OpAsmParser& parser, mlir::OperationState& result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand> operands;
  llvm::SmallVector<mlir::OpAsmParser::Argument> params;
  if (parser.parseLParen())
    return failure();
  if (failed(parser.parseOptionalRParen())) {
    do {
      if (parser.parseArgument(params.emplace_back()) || parser.parseEqual() ||
          parser.parseOperand(operands.emplace_back()))
        return failure();
    } while (succeeded(parser.parseOptionalComma()));
    if (parser.parseRParen())
      return failure();
  }

  llvm::SmallVector<mlir::Type> types;
  if (!operands.empty() && (parser.parseColon() || parser.parseTypeList(types)))
    return failure();
  if (types.size() != operands.size())
    return parser.emitError(loc) << "expected " << operands.size() << " types, but found "
                                 << types.size();
  if (parser.resolveOperands(operands, types, loc, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  result.addTypes(types);
  for (auto [param, type] : llvm::zip(params, types))
    param.type = type;
  return failure(parser.parseKeyword("cond") || parser.parseRegion(*result.addRegion(), params) ||
                 parser.parseKeyword("do") || parser.parseRegion(*result.addRegion(), params));
}

void WhileOp::print(mlir::OpAsmPrinter& printer) {
  mlir::Region& cond = getRegion(0);
  mlir::Region& body = getRegion(1);
  printer << '(';
  llvm::interleaveComma(llvm::zip(body.getArguments(), getOperands()), printer, [&](auto pair) {
    printer.printOperand(std::get<0>(pair));
    printer << " = ";
    printer.printOperand(std::get<1>(pair));
  });
  printer << ')';
  if (getNumOperands() > 0) {
    printer << " : ";
    llvm::interleaveComma(getOperandTypes(), printer);
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(cond, /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

void WhileOp::getAsmBlockArgumentNames(mlir::Region& region, mlir::OpAsmSetValueNameFn setName) {
  for (mlir::BlockArgument argument : region.getArguments())
    setName(argument, "iterArg");
}

// Parses "() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.1>>",
// the generic form. It is necessary for a value whose type differs from that of the result.
static ParseResult parseTypedConstant(mlir::OpAsmParser& parser, mlir::OperationState& result) {
  mlir::FunctionType type;
  if (parser.parseRParen())
    return failure();
  if (succeeded(parser.parseOptionalLess()) &&
      (parser.parseAttribute(result.propertiesAttr) || parser.parseGreater()))
    return failure();
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type))
    return failure();
  result.addTypes(type.getResults());
  return success();
}

// Parses stablehlo.constant dense<1.0> : tensor<2xf32>
ParseResult ConstantOp::parse(mlir::OpAsmParser& parser, mlir::OperationState& result) {
  if (succeeded(parser.parseOptionalLParen()))
    return parseTypedConstant(parser, result);
  mlir::ElementsAttr value;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseAttribute(value, getValueAttrName(result.name), result.attributes))
    return failure();
  result.addTypes(value.getType());
  return success();
}

void ConstantOp::print(mlir::OpAsmPrinter& printer) {
  if (mlir::ElementsAttr value = getValueAttr(); value && value.getShapedType() != getType()) {
    printer.printGenericOp(*this, /*printOpName=*/false);
    return;
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {getValueAttrName().getValue()});
  printer << ' ';
  printer.printAttribute(getValueAttr());
}

void ConstantOp::getAsmResultNames(mlir::OpAsmSetValueNameFn setName) {
  auto type = mlir::dyn_cast<mlir::ShapedType>(getType());
  setName(getResult(), type && mlir::isa<mlir::IntegerType>(type.getElementType()) ? "c" : "cst");
}

mlir::OpFoldResult ConstantOp::fold(FoldAdaptor) {
  return getValue();
}

} // namespace lz::hlo
