// Internal to hlo/tiles: the ranges of elementwise ops (MaskRanges.h).
#pragma once

#include "hlo/tiles/MaskRanges.h"

namespace lz::hlo {

// Returns the range of the op's result if its operands have the ranges `operands`. The range is
// unknown if it could be wrong because of overflow, rounding or NaN.
Range rangeOfElementwise(mlir::Operation* op, llvm::ArrayRef<Range> operands);

} // namespace lz::hlo
