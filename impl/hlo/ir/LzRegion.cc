// Parses and prints lz.region, lz.contraction and lz.sweep, and checks that operands and block
// arguments have the same types.
#include "hlo/ir/Dialect.h"

#include "mlir/IR/Builders.h"

namespace lz::ir {

using mlir::failure;
using mlir::success;

namespace {

// Parses a word that stands for a unit attribute.
void parseFlag(mlir::OpAsmParser& parser, llvm::StringRef word, llvm::StringRef name,
               mlir::OperationState& result) {
  if (succeeded(parser.parseOptionalKeyword(word)))
    result.addAttribute(name, parser.getBuilder().getUnitAttr());
}

// Parses a word and a list of numbers, such as "keeps [0, 2]".
mlir::ParseResult parseNumbers(mlir::OpAsmParser& parser, llvm::StringRef word,
                               mlir::StringAttr name, mlir::OperationState& result) {
  if (failed(parser.parseOptionalKeyword(word)))
    return success();
  llvm::SmallVector<int64_t> numbers;
  auto number = [&] { return parser.parseInteger(numbers.emplace_back()); };
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, number))
    return failure();
  result.addAttribute(name, parser.getBuilder().getDenseI64ArrayAttr(numbers));
  return success();
}

void printNumbers(mlir::OpAsmPrinter& printer, llvm::StringRef word,
                  std::optional<llvm::ArrayRef<int64_t>> numbers) {
  if (!numbers)
    return;
  printer << ' ' << word << " [";
  llvm::interleaveComma(*numbers, printer);
  printer << ']';
}

// Parses [rows 60] [inside] [keeps [0]] [over [1]] [by slices] [keeps]
// (%a = %x, ...) : (types) -> types {body} [attributes {...}]
mlir::ParseResult parseBody(mlir::OpAsmParser& parser, mlir::OperationState& result) {
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
  return failure(parser.parseRegion(*result.addRegion(), params) ||
                 parser.parseOptionalAttrDictWithKeyword(result.attributes));
}

void printBody(mlir::Operation* op, mlir::OpAsmPrinter& printer,
               llvm::ArrayRef<llvm::StringRef> printedAttrs = {}) {
  printer << " (";
  auto params = op->getRegion(0).getArguments();
  llvm::interleaveComma(llvm::zip(params, op->getOperands()), printer, [&](auto pair) {
    printer.printOperand(std::get<0>(pair));
    printer << " = ";
    printer.printOperand(std::get<1>(pair));
  });
  printer << ") : ";
  printer.printFunctionalType(op);
  printer << ' ';
  printer.printRegion(op->getRegion(0), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(), printedAttrs);
}

mlir::LogicalResult verifyBody(mlir::Operation* op) {
  mlir::Block& body = op->getRegion(0).front();
  if (body.getArgumentTypes() != op->getOperandTypes())
    return op->emitOpError("block arguments must have the types of the operands");
  auto terminator = mlir::dyn_cast<ReturnOp>(body.back());
  if (!terminator || terminator.getOutputs().getTypes() != op->getResultTypes())
    return op->emitOpError("its results must have the types of the operands of lz.return");
  return success();
}

// Checks the numbers in `keeps` and `over`. LzKeptResults.cc checks which regions read the results.
mlir::LogicalResult verifyKept(RegionOp region) {
  if (!region.getKeeps())
    return region.getOver() ? region.emitOpError("has 'over' without 'keeps': it names operands, "
                                                 "but keeps no results over their rows")
                            : success();
  if (!region.getInside())
    return region.emitOpError("keeps results, but only a region marked 'inside' may do so");
  if (region.getOver() && region.getOver()->size() != region.getKeeps()->size())
    return region.emitOpError("keeps ") << region.getKeeps()->size() << " results over the rows of "
                                        << region.getOver()->size() << " operands";
  int64_t previous = -1;
  for (auto [i, result] : llvm::enumerate(*region.getKeeps())) {
    const int64_t operand = region.operandUnder(i);
    if (result <= previous || result >= int64_t(region->getNumResults()))
      return region.emitOpError("keeps result ") << result << ", but must list some of its "
                                                 << region->getNumResults() << " results in order";
    if (operand < 0 && !mlir::isa_and_nonnull<SweepOp>(region->getParentOp()->getParentOp()))
      return region.emitOpError("keeps result ")
             << result << " in rows of its own, but only a region in lz.sweep may do so";
    if (operand < -1 || operand >= int64_t(region->getNumOperands()))
      return region.emitOpError("keeps a result over operand ")
             << operand << ", but has " << region->getNumOperands() << " operands";
    previous = result;
  }
  return success();
}

} // namespace

mlir::ParseResult RegionOp::parse(mlir::OpAsmParser& parser, mlir::OperationState& result) {
  mlir::IntegerAttr rows;
  mlir::Type i64 = parser.getBuilder().getI64Type();
  if (succeeded(parser.parseOptionalKeyword("rows")) &&
      parser.parseAttribute(rows, i64, "rows", result.attributes))
    return failure();
  parseFlag(parser, "inside", getInsideAttrName(result.name), result);
  if (parseNumbers(parser, "keeps", getKeepsAttrName(result.name), result) ||
      parseNumbers(parser, "over", getOverAttrName(result.name), result) ||
      parseBody(parser, result))
    return failure();
  ensureTerminator(*result.regions.front(), parser.getBuilder(), result.location);
  return success();
}

void RegionOp::print(mlir::OpAsmPrinter& printer) {
  if (getRows())
    printer << " rows " << *getRows();
  if (getInside())
    printer << " inside";
  printNumbers(printer, "keeps", getKeeps());
  printNumbers(printer, "over", getOver());
  printBody(*this, printer,
            {getRowsAttrName().getValue(), getInsideAttrName().getValue(),
             getKeepsAttrName().getValue(), getOverAttrName().getValue()});
}

mlir::LogicalResult RegionOp::verify() {
  bool isAttached = mlir::isa_and_nonnull<ContractionOp>((*this)->getParentOp());
  if (isAttached && !getRows())
    return emitOpError("is in lz.contraction, so it must state its number of rows");
  if (!isAttached && getRows())
    return emitOpError("states rows, but only a region in lz.contraction may do so");
  if (!isAttached && getInside())
    return emitOpError("is marked 'inside', but only a region in lz.contraction may be");
  if (failed(verifyKept(*this)))
    return failure();
  return verifyBody(*this);
}

mlir::ParseResult ContractionOp::parse(mlir::OpAsmParser& parser, mlir::OperationState& result) {
  if (succeeded(parser.parseOptionalKeyword("by"))) {
    if (parser.parseKeyword("slices"))
      return failure();
    result.addAttribute(getSlicesAttrName(result.name), parser.getBuilder().getUnitAttr());
  }
  parseFlag(parser, "keeps", getKeepsAttrName(result.name), result);
  if (parseBody(parser, result))
    return failure();
  ensureTerminator(*result.regions.front(), parser.getBuilder(), result.location);
  return success();
}

void ContractionOp::print(mlir::OpAsmPrinter& printer) {
  if (getSlices())
    printer << " by slices";
  if (getKeeps())
    printer << " keeps";
  printBody(*this, printer, {getSlicesAttrName().getValue(), getKeepsAttrName().getValue()});
}

mlir::LogicalResult ContractionOp::verify() {
  return verifyBody(*this);
}

mlir::ParseResult SweepOp::parse(mlir::OpAsmParser& parser, mlir::OperationState& result) {
  if (parseBody(parser, result))
    return failure();
  ensureTerminator(*result.regions.front(), parser.getBuilder(), result.location);
  return success();
}

void SweepOp::print(mlir::OpAsmPrinter& printer) {
  printBody(*this, printer);
}

mlir::LogicalResult SweepOp::verify() {
  return verifyBody(*this);
}

} // namespace lz::ir
