// Parses and prints the layouts of a convolution, "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", both
// in the attribute and in the op's pretty form.
#pragma once

#include "hlo/ir/Dialect.h"

namespace lz::hlo {

mlir::FailureOr<ConvDimensionNumbersAttr> parseConvDimensions(mlir::AsmParser& parser);
void printConvDimensions(mlir::AsmPrinter& printer, ConvDimensionNumbersAttr dims);

} // namespace lz::hlo
