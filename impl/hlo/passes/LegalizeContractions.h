// Internal to hlo/passes: the parts of LegalizeContractions.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace lz::hlo {

void addIntegerConvolutionPattern(mlir::RewritePatternSet& patterns); // IntegerConvolution.cc

// A float dot_general of a vector with a large matrix that only it uses, and that elementwise ops,
// views and reductions compute from far fewer elements (StreamedProducts.cc).
bool isStreamedProduct(mlir::Operation* dot);

} // namespace lz::hlo
