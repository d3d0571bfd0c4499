// Applies a region over scalars to whole tensors.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// The result of `body`, whose parameters and result are scalars, at each place of `wholes`: one
// tensor per parameter, all of one shape, with the parameters' element types:
//   (%a, %b) { %1 = add %a, %b; return %1 }  on tensors %x and %y is  add %x, %y
// Null if the body has other ops than elementwise ones and constants, or its types do not fit; then
// nothing was made. Values from outside that the body uses are scalars.
mlir::Value applyToWholes(mlir::RewriterBase& rewriter, mlir::Location loc, mlir::Block& body,
                          mlir::ValueRange wholes);

} // namespace lz::formats
