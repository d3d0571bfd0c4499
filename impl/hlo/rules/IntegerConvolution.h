// Internal to hlo: rewrites convolutions of integers, which no emitter supports.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace lz::hlo {

void addIntegerConvolutionPattern(mlir::RewritePatternSet& patterns);

} // namespace lz::hlo
