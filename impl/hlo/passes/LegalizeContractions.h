// Internal to hlo/passes: the parts of LegalizeContractions.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace lz::hlo {

void addIntegerConvolutionPattern(mlir::RewritePatternSet& patterns); // IntegerConvolution.cc

} // namespace lz::hlo
