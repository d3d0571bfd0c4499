// A region over scalars as ops on whole tensors.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace lz::hlo {

// What `body`, whose parameters and result are scalars, gives for each place of `wholes`, one
// tensor a parameter, all of one shape and of the parameters' element types:
//   (%a, %b) { %1 = add %a, %b; return %1 }  on tensors %x and %y is  add %x, %y
// Null if the body holds other than elementwise ops and constants, or its types do not fit; then
// nothing was made. What the body uses of outside is a scalar.
mlir::Value applyToWholes(mlir::RewriterBase& rewriter, mlir::Location loc, mlir::Block& body,
                          mlir::ValueRange wholes);

} // namespace lz::hlo
