// Applies a region over scalars to whole tensors.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// Applies `body`, whose parameters and result are scalars, to each element of `wholes`. `wholes`
// has one tensor per parameter, all of one shape, with the parameters' element types. On the
// tensors %x and %y,
//   (%a, %b) { %1 = add %a, %b; return %1 }  becomes  add %x, %y
// If the body has ops other than elementwise ops and constants, or if types do not fit, makes no op
// and returns null. Values from outside that the body uses must be scalars.
mlir::Value applyToWholes(mlir::RewriterBase& rewriter, mlir::Location loc, mlir::Block& body,
                          mlir::ValueRange wholes);

} // namespace lz::formats
