// Parses and prints the pretty forms of dot_general and convolution.
#include "hlo/ir/syntax/OpFormat.h"

#include "llvm/ADT/StringExtras.h"
#include "mlir/IR/Builders.h"

namespace lz::hlo {

using mlir::failure;
using mlir::ParseResult;
using mlir::success;

namespace {

// Parses "name = [0] x [1]".
ParseResult parseDimPair(mlir::OpAsmParser& parser, llvm::SmallVector<int64_t>& lhs,
                         llvm::SmallVector<int64_t>& rhs) {
  if (parser.parseEqual())
    return failure();
  auto left = parseDims(parser);
  if (failed(left) || parser.parseKeyword("x"))
    return failure();
  auto right = parseDims(parser);
  if (failed(right))
    return failure();
  lhs = *left;
  rhs = *right;
  return success();
}

void printDimPair(mlir::OpAsmPrinter& printer, llvm::StringRef name, llvm::ArrayRef<int64_t> lhs,
                  llvm::ArrayRef<int64_t> rhs) {
  printer << name << " = [" << lhs << "] x [" << rhs << "]";
}

// Parses "[DEFAULT, HIGHEST]".
ParseResult parsePrecision(mlir::OpAsmParser& parser, mlir::ArrayAttr& precision) {
  llvm::SmallVector<mlir::Attribute> words;
  auto word = [&]() -> ParseResult {
    llvm::StringRef name;
    llvm::SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    std::optional<Precision> value = symbolizePrecision(name);
    if (!value)
      return parser.emitError(loc, "expected DEFAULT, HIGH or HIGHEST");
    words.push_back(PrecisionAttr::get(parser.getContext(), *value));
    return success();
  };
  if (parser.parseEqual() ||
      parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, word))
    return failure();
  precision = parser.getBuilder().getArrayAttr(words);
  return success();
}

} // namespace

ParseResult parseDotDimensions(mlir::OpAsmParser& parser, DotDimensionNumbersAttr& dims) {
  llvm::SmallVector<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")))
    if (parseDimPair(parser, lhsBatch, rhsBatch) || parser.parseComma())
      return failure();
  if (parser.parseKeyword("contracting_dims") || parseDimPair(parser, lhsContract, rhsContract))
    return failure();
  dims = DotDimensionNumbersAttr::get(parser.getContext(), lhsBatch, rhsBatch, lhsContract,
                                      rhsContract);
  return success();
}

void printDotDimensions(mlir::OpAsmPrinter& printer, mlir::Operation*,
                        DotDimensionNumbersAttr dims) {
  if (!dims.getLhsBatchingDimensions().empty() || !dims.getRhsBatchingDimensions().empty()) {
    printDimPair(printer, "batching_dims", dims.getLhsBatchingDimensions(),
                 dims.getRhsBatchingDimensions());
    printer << ", ";
  }
  printDimPair(printer, "contracting_dims", dims.getLhsContractingDimensions(),
               dims.getRhsContractingDimensions());
}

ParseResult parseDotHints(mlir::OpAsmParser& parser, mlir::ArrayAttr& precision,
                          DotAlgorithmAttr& algorithm) {
  while (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("precision"))) {
      if (parsePrecision(parser, precision))
        return failure();
      continue;
    }
    if (parser.parseKeyword("algorithm") || parser.parseEqual() ||
        parser.parseCustomAttributeWithFallback(algorithm))
      return failure();
  }
  return success();
}

void printDotHints(mlir::OpAsmPrinter& printer, mlir::Operation*, mlir::ArrayAttr precision,
                   DotAlgorithmAttr algorithm) {
  if (precision) {
    printer << ", precision = [";
    llvm::interleaveComma(precision.getAsRange<PrecisionAttr>(), printer, [&](PrecisionAttr word) {
      printer << stringifyPrecision(word.getValue());
    });
    printer << ']';
  }
  if (algorithm) {
    printer << ", algorithm = ";
    printer.printStrippedAttrOrType(algorithm);
  }
}

ParseResult parseConvLayouts(mlir::OpAsmParser& parser, ConvDimensionNumbersAttr& dims) {
  mlir::FailureOr<ConvDimensionNumbersAttr> parsed = parseConvDimensions(parser);
  if (failed(parsed))
    return failure();
  dims = *parsed;
  return success();
}

void printConvLayouts(mlir::OpAsmPrinter& printer, mlir::Operation*,
                      ConvDimensionNumbersAttr dims) {
  printConvDimensions(printer, dims);
}

namespace {

ParseResult parseDimsAttr(mlir::OpAsmParser& parser, mlir::DenseI64ArrayAttr& attr) {
  auto dims = parseDims(parser);
  if (failed(dims))
    return failure();
  attr = parser.getBuilder().getDenseI64ArrayAttr(*dims);
  return success();
}

// Parses "[[1, 1], [0, 2]]".
ParseResult parsePadding(mlir::OpAsmParser& parser, mlir::DenseIntElementsAttr& attr) {
  llvm::SmallVector<int64_t> flat;
  auto pair = [&]() -> ParseResult {
    return failure(parser.parseLSquare() || parser.parseInteger(flat.emplace_back()) ||
                   parser.parseComma() || parser.parseInteger(flat.emplace_back()) ||
                   parser.parseRSquare());
  };
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, pair))
    return failure();
  auto type =
      mlir::RankedTensorType::get({int64_t(flat.size() / 2), 2}, parser.getBuilder().getI64Type());
  attr = mlir::DenseIntElementsAttr::get(type, llvm::ArrayRef<int64_t>(flat));
  return success();
}

// Parses "[false, true]", or integers, which older printers write.
ParseResult parseReversal(mlir::OpAsmParser& parser, mlir::DenseBoolArrayAttr& attr) {
  llvm::SmallVector<bool> flags;
  auto flag = [&]() -> ParseResult {
    int64_t number = 0;
    mlir::OptionalParseResult integer = parser.parseOptionalInteger(number);
    if (integer.has_value()) {
      flags.push_back(number != 0);
      return *integer;
    }
    mlir::FailureOr<bool> word = parseFlag(parser);
    flags.push_back(succeeded(word) && *word);
    return failure(failed(word));
  };
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, flag))
    return failure();
  attr = parser.getBuilder().getDenseBoolArrayAttr(flags);
  return success();
}

} // namespace

ParseResult parseWindow(mlir::OpAsmParser& parser, mlir::DenseI64ArrayAttr& strides,
                        mlir::DenseIntElementsAttr& padding, mlir::DenseI64ArrayAttr& lhsDilation,
                        mlir::DenseI64ArrayAttr& rhsDilation, mlir::DenseBoolArrayAttr& reversal) {
  auto entry = [&](llvm::StringRef name, llvm::SMLoc loc) -> ParseResult {
    if (parser.parseEqual())
      return failure();
    if (name == "stride")
      return parseDimsAttr(parser, strides);
    if (name == "pad")
      return parsePadding(parser, padding);
    if (name == "lhs_dilate")
      return parseDimsAttr(parser, lhsDilation);
    if (name == "rhs_dilate")
      return parseDimsAttr(parser, rhsDilation);
    if (name == "reverse")
      return parseReversal(parser, reversal);
    return parser.emitError(loc, "expected stride, pad, lhs_dilate, rhs_dilate or reverse");
  };
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::StringRef name;
  if (failed(parser.parseOptionalKeyword(&name)))
    return success();
  while (true) {
    if (entry(name, loc))
      return failure();
    if (failed(parser.parseOptionalComma()))
      return success();
    loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
  }
}

void printWindow(mlir::OpAsmPrinter& printer, mlir::Operation*, mlir::DenseI64ArrayAttr strides,
                 mlir::DenseIntElementsAttr padding, mlir::DenseI64ArrayAttr lhsDilation,
                 mlir::DenseI64ArrayAttr rhsDilation, mlir::DenseBoolArrayAttr reversal) {
  llvm::ListSeparator comma;
  auto name = [&](llvm::StringRef word) { printer << llvm::StringRef(comma) << word << " = ["; };
  auto dims = [&](llvm::StringRef word, mlir::DenseI64ArrayAttr attr) {
    if (!attr)
      return;
    name(word);
    printer << attr.asArrayRef() << ']';
  };
  dims("stride", strides);
  if (padding) {
    name("pad");
    llvm::SmallVector<int64_t> flat(padding.getValues<int64_t>());
    for (size_t i = 0; i + 1 < flat.size(); i += 2)
      printer << (i ? ", [" : "[") << flat[i] << ", " << flat[i + 1] << ']';
    printer << ']';
  }
  dims("lhs_dilate", lhsDilation);
  dims("rhs_dilate", rhsDilation);
  if (reversal) {
    name("reverse");
    llvm::interleaveComma(reversal.asArrayRef(), printer,
                          [&](bool flag) { printer << (flag ? "true" : "false"); });
    printer << ']';
  }
}

} // namespace lz::hlo
