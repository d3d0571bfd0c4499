// map as its body on whole tensors.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace lz::hlo {

// Fails, and leaves the op, if its body has other than elementwise ops and branches of these, or it
// does not keep the specification's rules.
mlir::LogicalResult replaceMap(mlir::RewriterBase& rewriter, mlir::Operation* op);

} // namespace lz::hlo
