// Applies a region over scalars to whole tensors.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// Applies `body`, whose parameters and result are scalars, to each place of `wholes`: one tensor
// per parameter, all of one shape, with the parameters' element types:
//   (%a, %b) { %1 = add %a, %b; return %1 }  on tensors %x and %y is  add %x, %y
// Returns null, and makes no op, if the body has ops other than elementwise ones and constants, or
// if types do not fit. Values from outside that the body uses must be scalars.
mlir::Value applyToWholes(mlir::RewriterBase& rewriter, mlir::Location loc, mlir::Block& body,
                          mlir::ValueRange wholes);

} // namespace lz::formats
