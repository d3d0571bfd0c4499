#include "hlo/ir/syntax/OpFormat.h"

#include "mlir/IR/Builders.h"

namespace lz::hlo {

using mlir::failure;
using mlir::ParseResult;
using mlir::success;

ParseResult parseSameOrFunctional(mlir::OpAsmParser& parser, llvm::ArrayRef<mlir::Type*> operands,
                                  mlir::Type& result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  mlir::Type type;
  if (parser.parseType(type))
    return failure();
  auto function = mlir::dyn_cast<mlir::FunctionType>(type);
  if (!function) {
    for (mlir::Type* operand : operands)
      *operand = type;
    result = type;
    return success();
  }
  if (function.getNumInputs() != operands.size() || function.getNumResults() != 1)
    return parser.emitError(loc) << "expected " << operands.size()
                                 << " operand types and one result";
  for (auto [operand, input] : llvm::zip(operands, function.getInputs()))
    *operand = input;
  result = function.getResult(0);
  return success();
}

void printSameOrFunctional(mlir::OpAsmPrinter& printer, llvm::ArrayRef<mlir::Type> operands,
                           mlir::Type result) {
  if (llvm::all_of(operands, [&](mlir::Type type) { return type == result; })) {
    printer << result;
    return;
  }
  printer.printFunctionalType(mlir::TypeRange(operands), mlir::TypeRange(result));
}

// Returns the type of the real and imaginary parts, or null if the type is not complex.
static mlir::Type partsOf(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  auto complex =
      tensor ? mlir::dyn_cast<mlir::ComplexType>(tensor.getElementType()) : mlir::ComplexType();
  return complex ? tensor.clone(complex.getElementType()) : mlir::Type();
}

ParseResult parseComplexType(mlir::OpAsmParser& parser, mlir::Type& re, mlir::Type& im,
                             mlir::Type& result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parseSameOrFunctional(parser, {&re, &im}, result))
    return failure();
  if (re != result)
    return success();
  re = im = partsOf(result);
  return re ? success() : parser.emitError(loc, "expected a tensor of complex numbers");
}

void printComplexType(mlir::OpAsmPrinter& printer, mlir::Operation*, mlir::Type re, mlir::Type im,
                      mlir::Type result) {
  if (re == im && re == partsOf(result))
    printer << result;
  else
    printer.printFunctionalType(mlir::TypeRange{re, im}, mlir::TypeRange(result));
}

ParseResult parseSelectTypes(mlir::OpAsmParser& parser, mlir::Type& pred, mlir::Type& onTrue,
                             mlir::Type& onFalse, mlir::Type& result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::SmallVector<mlir::Type, 2> types;
  if (parser.parseTypeList(types))
    return failure();
  if (types.size() == 2) {
    pred = types[0];
    onTrue = onFalse = result = types[1];
    return success();
  }
  auto function = types.size() == 1 ? mlir::dyn_cast<mlir::FunctionType>(types[0]) : nullptr;
  if (!function || function.getNumInputs() != 3 || function.getNumResults() != 1)
    return parser.emitError(loc, "expected the types of the predicate and of the result");
  pred = function.getInput(0);
  onTrue = function.getInput(1);
  onFalse = function.getInput(2);
  result = function.getResult(0);
  return success();
}

void printSelectTypes(mlir::OpAsmPrinter& printer, mlir::Operation*, mlir::Type pred,
                      mlir::Type onTrue, mlir::Type onFalse, mlir::Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    printer.printFunctionalType(mlir::TypeRange{pred, onTrue, onFalse}, mlir::TypeRange(result));
}

ParseResult parsePairwiseTypes(mlir::OpAsmParser& parser, TypesOut& operands, TypesOut& results) {
  if (succeeded(parser.parseOptionalLParen()))
    return parser.parseRParen();
  if (parser.parseTypeList(operands))
    return failure();
  auto function = operands.size() == 1 ? mlir::dyn_cast<mlir::FunctionType>(operands[0]) : nullptr;
  if (function) {
    operands.assign(function.getInputs().begin(), function.getInputs().end());
    results.assign(function.getResults().begin(), function.getResults().end());
    return success();
  }
  results.assign(operands.begin(), operands.end());
  return success();
}

void printPairwiseTypes(mlir::OpAsmPrinter& printer, mlir::Operation*, mlir::TypeRange operands,
                        mlir::TypeRange results) {
  if (operands.empty() && results.empty())
    printer << "()";
  else if (operands == results)
    llvm::interleaveComma(operands, printer);
  else
    printer.printFunctionalType(operands, results);
}

ParseResult parseOperandsThenAttr(mlir::OpAsmParser& parser, Operands& operands) {
  while (true) {
    mlir::OpAsmParser::UnresolvedOperand operand;
    mlir::OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value()) {
      // The official printer writes "%x, , sizes = []" for a slice of a scalar.
      if (operands.empty())
        (void)parser.parseOptionalComma();
      return success();
    }
    if (failed(*parsed) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

void printOperandsThenAttr(mlir::OpAsmPrinter& printer, mlir::Operation*,
                           mlir::OperandRange operands) {
  llvm::interleaveComma(operands, printer);
  printer << ',';
}

ParseResult parseDirection(mlir::OpAsmParser& parser, ComparisonDirectionAttr& direction) {
  mlir::FailureOr<ComparisonDirection> word =
      mlir::FieldParser<ComparisonDirection, ComparisonDirection>::parse(parser);
  if (failed(word))
    return failure();
  direction = ComparisonDirectionAttr::get(parser.getContext(), *word);
  return success();
}

void printDirection(mlir::OpAsmPrinter& printer, mlir::Operation*,
                    ComparisonDirectionAttr direction) {
  printer << stringifyComparisonDirection(direction.getValue());
}

ParseResult parseCompareType(mlir::OpAsmParser& parser, ComparisonTypeAttr& type) {
  if (failed(parser.parseOptionalComma()))
    return success();
  mlir::FailureOr<ComparisonType> word =
      mlir::FieldParser<ComparisonType, ComparisonType>::parse(parser);
  if (failed(word))
    return failure();
  type = ComparisonTypeAttr::get(parser.getContext(), *word);
  return success();
}

void printCompareType(mlir::OpAsmPrinter& printer, mlir::Operation*, ComparisonTypeAttr type) {
  if (type)
    printer << ", " << stringifyComparisonType(type.getValue());
}

ParseResult parseSliceRanges(mlir::OpAsmParser& parser, mlir::DenseI64ArrayAttr& starts,
                             mlir::DenseI64ArrayAttr& limits, mlir::DenseI64ArrayAttr& strides) {
  llvm::SmallVector<int64_t> start, limit, stride;
  auto range = [&]() -> ParseResult {
    if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limit.emplace_back()))
      return failure();
    stride.push_back(1);
    return failed(parser.parseOptionalColon()) ? success() : parser.parseInteger(stride.back());
  };
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, range))
    return failure();
  mlir::Builder& builder = parser.getBuilder();
  starts = builder.getDenseI64ArrayAttr(start);
  limits = builder.getDenseI64ArrayAttr(limit);
  strides = builder.getDenseI64ArrayAttr(stride);
  return success();
}

void printSliceRanges(mlir::OpAsmPrinter& printer, mlir::Operation*, mlir::DenseI64ArrayAttr starts,
                      mlir::DenseI64ArrayAttr limits, mlir::DenseI64ArrayAttr strides) {
  printer << '[';
  auto ranges = llvm::zip(starts.asArrayRef(), limits.asArrayRef(), strides.asArrayRef());
  llvm::interleaveComma(ranges, printer, [&](auto range) {
    auto [start, limit, stride] = range;
    printer << start << ':' << limit;
    if (stride != 1)
      printer << ':' << stride;
  });
  printer << ']';
}

ParseResult parseCallTarget(mlir::OpAsmParser& parser, mlir::StringAttr& target) {
  return parser.parseSymbolName(target);
}

void printCallTarget(mlir::OpAsmPrinter& printer, mlir::Operation*, mlir::StringAttr target) {
  printer.printSymbolName(target.getValue());
}

// The lexer returns "e5m10" as one word.
ParseResult parseExponentMantissa(mlir::OpAsmParser& parser, mlir::IntegerAttr& exponent,
                                  mlir::IntegerAttr& mantissa) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  int32_t exponentBits = 0, mantissaBits = 0;
  if (!word.consume_front("e") || word.consumeInteger(10, exponentBits) ||
      !word.consume_front("m") || word.getAsInteger(10, mantissaBits))
    return parser.emitError(loc, "expected a format such as e5m10");
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return success();
}

void printExponentMantissa(mlir::OpAsmPrinter& printer, mlir::Operation*,
                           mlir::IntegerAttr exponent, mlir::IntegerAttr mantissa) {
  printer << 'e' << exponent.getInt() << 'm' << mantissa.getInt();
}

} // namespace lz::hlo
