// Applies a region over scalars to whole tensors.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// Makes ops that apply `body` to each element of the tensors `wholes`. The parameters and the
// result of `body` are scalars. `wholes` has one tensor for each parameter, with the parameter's
// element type. All tensors have the same shape. On the tensors %x and %y,
//   (%a, %b) { %1 = add %a, %b; return %1 }  becomes  add %x, %y
// If the body has ops other than elementwise ops and constants, or if types do not fit, makes no op
// and returns null. If the body uses values from outside, they must be scalars.
mlir::Value applyToWholes(mlir::RewriterBase& rewriter, mlir::Location loc, mlir::Block& body,
                          mlir::ValueRange wholes);

} // namespace lz::formats
