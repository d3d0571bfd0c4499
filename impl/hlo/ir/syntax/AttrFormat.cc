// Parses and prints the struct attributes.
#include "hlo/ir/Dialect.h"
#include "hlo/ir/syntax/ConvolutionText.h"

#include "llvm/ADT/SmallSet.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

namespace lz::hlo {

using mlir::failure;
using mlir::FailureOr;

FailureOr<llvm::SmallVector<int64_t>> parseDims(mlir::AsmParser& parser) {
  llvm::SmallVector<int64_t> dims;
  auto element = [&] { return parser.parseInteger(dims.emplace_back()); };
  if (failed(parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, element)))
    return failure();
  return dims;
}

void printDims(mlir::AsmPrinter& printer, llvm::ArrayRef<int64_t> dims) {
  printer << '[' << dims << ']';
}

FailureOr<bool> parseFlag(mlir::AsmParser& parser) {
  llvm::StringRef word;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseKeyword(&word)))
    return failure();
  if (word != "true" && word != "false")
    return parser.emitError(loc, "expected true or false");
  return word == "true";
}

FailureOr<llvm::APFloat> parseDouble(mlir::AsmParser& parser) {
  double value = 0;
  if (failed(parser.parseFloat(value)))
    return failure();
  return llvm::APFloat(value);
}

namespace {

// The layout of one tensor of a convolution, for example [b, 0, 1, f]: the positions of the two
// named dimensions and of each spatial one.
struct Layout {
  int64_t first = -1;  // position of the letter `firstName`
  int64_t second = -1; // position of the letter `secondName`
  llvm::SmallVector<int64_t> spatial;
};

mlir::ParseResult parseLayout(mlir::AsmParser& parser, llvm::StringRef firstName,
                              llvm::StringRef secondName, Layout& layout) {
  llvm::SmallVector<std::pair<int64_t, int64_t>> spatial; // number, position
  int64_t position = 0;
  auto dimension = [&]() -> mlir::ParseResult {
    llvm::SMLoc loc = parser.getCurrentLocation();
    int64_t here = position++, number = 0;
    mlir::OptionalParseResult parsed = parser.parseOptionalInteger(number);
    if (parsed.has_value()) {
      spatial.push_back({number, here});
      return *parsed;
    }
    llvm::StringRef letter;
    if (failed(parser.parseKeyword(&letter)))
      return failure();
    if (letter != firstName && letter != secondName)
      return parser.emitError(loc) << "expected " << firstName << ", " << secondName
                                   << " or the number of a spatial dimension";
    int64_t& slot = letter == firstName ? layout.first : layout.second;
    if (slot >= 0)
      return parser.emitError(loc) << letter << " occurs twice";
    slot = here;
    return mlir::success();
  };
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, dimension))
    return failure();
  if (layout.first < 0 || layout.second < 0)
    return parser.emitError(loc) << firstName << " and " << secondName << " must both be given";
  layout.spatial.assign(spatial.size(), -1);
  for (auto [number, where] : spatial) {
    if (number < 0 || number >= int64_t(spatial.size()) || layout.spatial[size_t(number)] >= 0)
      return parser.emitError(loc) << "the spatial dimensions must be 0 to "
                                   << int64_t(spatial.size()) - 1 << ", each once";
    layout.spatial[size_t(number)] = where;
  }
  return mlir::success();
}

void printLayout(mlir::AsmPrinter& printer, llvm::StringRef firstName, int64_t first,
                 llvm::StringRef secondName, int64_t second, llvm::ArrayRef<int64_t> spatial) {
  llvm::SmallVector<std::string> words(spatial.size() + 2, "?");
  auto put = [&](int64_t where, std::string word) {
    if (where >= 0 && where < int64_t(words.size()))
      words[size_t(where)] = std::move(word);
  };
  put(first, firstName.str());
  put(second, secondName.str());
  for (auto [number, where] : llvm::enumerate(spatial))
    put(where, std::to_string(number));
  printer << '[';
  llvm::interleaveComma(words, printer.getStream());
  printer << ']';
}

} // namespace

FailureOr<ConvDimensionNumbersAttr> parseConvDimensions(mlir::AsmParser& parser) {
  Layout input, kernel, output;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parseLayout(parser, "b", "f", input) || parser.parseKeyword("x") ||
      parseLayout(parser, "i", "o", kernel) || parser.parseArrow() ||
      parseLayout(parser, "b", "f", output))
    return failure();
  if (input.spatial.size() != kernel.spatial.size() ||
      input.spatial.size() != output.spatial.size())
    return mlir::FailureOr<ConvDimensionNumbersAttr>(
        parser.emitError(loc, "input, kernel and output need the same number of dimensions"));
  return ConvDimensionNumbersAttr::get(parser.getContext(), input.first, input.second,
                                       input.spatial, kernel.first, kernel.second, kernel.spatial,
                                       output.first, output.second, output.spatial);
}

void printConvDimensions(mlir::AsmPrinter& printer, ConvDimensionNumbersAttr dims) {
  printLayout(printer, "b", dims.getInputBatchDimension(), "f", dims.getInputFeatureDimension(),
              dims.getInputSpatialDimensions());
  printer << 'x';
  printLayout(printer, "i", dims.getKernelInputFeatureDimension(), "o",
              dims.getKernelOutputFeatureDimension(), dims.getKernelSpatialDimensions());
  printer << "->";
  printLayout(printer, "b", dims.getOutputBatchDimension(), "f", dims.getOutputFeatureDimension(),
              dims.getOutputSpatialDimensions());
}

mlir::Attribute ConvDimensionNumbersAttr::parse(mlir::AsmParser& parser, mlir::Type) {
  if (parser.parseLess())
    return {};
  FailureOr<ConvDimensionNumbersAttr> dims = parseConvDimensions(parser);
  if (failed(dims) || parser.parseGreater())
    return {};
  return *dims;
}

void ConvDimensionNumbersAttr::print(mlir::AsmPrinter& printer) const {
  printer << '<';
  printConvDimensions(printer, *this);
  printer << '>';
}

} // namespace lz::hlo
