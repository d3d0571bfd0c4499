// Parses and prints the pretty forms of reduce:
//   stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [1] : (...) -> ...
//   stablehlo.reduce(%x init: %c), (%i init: %d) across dimensions = [1] : (...) -> (...)
//    reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>)  { ... }
#include "hlo/ir/syntax/OpFormat.h"

#include "mlir/IR/Builders.h"

namespace lz::hlo {

using mlir::failure;
using mlir::ParseResult;
using mlir::success;

namespace {

// Returns the only op of a body such as (a, b) { return op(a, b) } over scalars of the element
// type, or nullptr. The op must be commutative and have no attributes in the text, as the official
// printer requires.
mlir::Operation* singleOp(ReduceOp op) {
  if (op.getInputs().size() != 1 || !op.getBody().hasOneBlock())
    return nullptr;
  mlir::Block& body = op.getBody().front();
  if (body.getNumArguments() != 2 || !llvm::hasNItems(body, 2))
    return nullptr;
  mlir::Operation& inner = body.front();
  mlir::Operation& terminator = body.back();
  bool binary = inner.getNumOperands() == 2 && inner.getNumResults() == 1 &&
                inner.getNumRegions() == 0 && inner.getAttrDictionary().empty() &&
                inner.hasTrait<mlir::OpTrait::IsCommutative>();
  if (!binary || inner.getName().getDialectNamespace() != op->getName().getDialectNamespace())
    return nullptr;
  bool inOrder =
      inner.getOperand(0) == body.getArgument(0) && inner.getOperand(1) == body.getArgument(1);
  bool returned =
      terminator.getNumOperands() == 1 && terminator.getOperand(0) == inner.getResult(0);
  auto input = mlir::dyn_cast<mlir::ShapedType>(op.getInputs().front().getType());
  if (!inOrder || !returned || !input)
    return nullptr;
  mlir::Type scalar = mlir::RankedTensorType::get({}, input.getElementType());
  auto isScalar = [&](mlir::Type type) { return type == scalar; };
  return llvm::all_of(inner.getOperandTypes(), isScalar) && isScalar(inner.getResult(0).getType())
             ? &inner
             : nullptr;
}

void printReducer(mlir::OpAsmPrinter& printer, ReduceOp op) {
  mlir::Block& body = op.getBody().front();
  printer.printNewline();
  printer << " reducer";
  size_t n = op.getInputs().size();
  for (size_t i = 0; i < n; ++i) {
    printer << '(';
    printer.printRegionArgument(body.getArgument(unsigned(i)));
    printer << ", ";
    printer.printRegionArgument(body.getArgument(unsigned(n + i)));
    printer << ") ";
  }
  printer << ' ';
  printer.printRegion(op.getBody(), /*printEntryBlockArgs=*/false);
}

ParseResult parseReducer(mlir::OpAsmParser& parser, size_t n, mlir::Region& body) {
  llvm::SmallVector<mlir::OpAsmParser::Argument> accumulators, elements;
  for (size_t i = 0; i < n; ++i) {
    if (parser.parseLParen() || parser.parseArgument(accumulators.emplace_back(), true) ||
        parser.parseComma() || parser.parseArgument(elements.emplace_back(), true) ||
        parser.parseRParen())
      return failure();
  }
  accumulators.append(elements);
  return parser.parseRegion(body, accumulators);
}

// Makes the body (a, b) { return name(a, b) } over scalars of the operand's element type.
ParseResult makeBody(mlir::OpAsmParser& parser, llvm::SMLoc nameLoc, mlir::OperationName name,
                     mlir::Type operandType, mlir::OperationState& result, mlir::Region& body) {
  auto tensor = mlir::dyn_cast<mlir::ShapedType>(operandType);
  if (!tensor)
    return parser.emitError(nameLoc, "expected a tensor to reduce");
  mlir::Type scalar = mlir::RankedTensorType::get({}, tensor.getElementType());
  mlir::Location loc = result.location;
  mlir::Block& block = body.emplaceBlock();
  block.addArguments({scalar, scalar}, {loc, loc});
  mlir::OpBuilder builder(parser.getContext());
  builder.setInsertionPointToEnd(&block);
  mlir::OperationState inner(loc, name);
  inner.addOperands(block.getArguments());
  inner.addTypes(scalar);
  builder.create<ReturnOp>(loc, builder.create(inner)->getResults());
  return success();
}

ParseResult parseInputs(mlir::OpAsmParser& parser, Operands& inputs, Operands& inits) {
  do {
    if (parser.parseLParen() || parser.parseOperand(inputs.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(inits.emplace_back()) || parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  return success();
}

} // namespace

ParseResult ReduceOp::parse(mlir::OpAsmParser& parser, mlir::OperationState& result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand> operands, inits;
  if (parseInputs(parser, operands, inits))
    return failure();
  size_t n = operands.size();
  operands.append(inits);

  llvm::SMLoc nameLoc = parser.getCurrentLocation();
  mlir::FailureOr<mlir::OperationName> inner = failure();
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    nameLoc = parser.getCurrentLocation();
    inner = parser.parseCustomOperationName();
    if (failed(inner))
      return failure();
    if (!inner->isRegistered())
      return parser.emitError(nameLoc) << "op " << inner->getStringRef() << ' ' << kNotSupported;
  }

  mlir::FunctionType type;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") || parser.parseEqual())
    return failure();
  mlir::FailureOr<llvm::SmallVector<int64_t>> dims = parseDims(parser);
  if (failed(dims) || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  result.addTypes(type.getResults());
  result.addAttribute(getDimensionsAttrName(result.name),
                      parser.getBuilder().getDenseI64ArrayAttr(*dims));

  mlir::Region* body = result.addRegion();
  if (succeeded(inner))
    return makeBody(parser, nameLoc, *inner, type.getInput(0), result, *body);
  return failure(parser.parseKeyword("reducer") || parseReducer(parser, n, *body));
}

void ReduceOp::print(mlir::OpAsmPrinter& printer) {
  llvm::interleaveComma(llvm::zip(getInputs(), getInitValues()), printer, [&](auto pair) {
    printer << '(' << std::get<0>(pair) << " init: " << std::get<1>(pair) << ')';
  });
  mlir::Operation* inner = singleOp(*this);
  if (inner)
    printer << " applies " << inner->getName();
  printer << " across dimensions = [" << getDimensions() << ']';
  printer.printOptionalAttrDict((*this)->getAttrs(), {getDimensionsAttrName().getValue()});
  printer << " : ";
  printer.printFunctionalType(getOperation());
  if (!inner)
    printReducer(printer, *this);
}

} // namespace lz::hlo
