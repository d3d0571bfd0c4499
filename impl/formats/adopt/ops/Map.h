// Replaces map by its body on whole tensors.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// Fails, and leaves the op, if its body has other ops than elementwise ones and branches of these,
// or if it breaks a rule of the specification.
mlir::LogicalResult replaceMap(mlir::RewriterBase& rewriter, mlir::Operation* op);

} // namespace lz::formats
