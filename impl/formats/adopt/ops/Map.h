// Replaces map by its body on whole tensors.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// Replaces the op. Fails without changing it if its body has ops that are neither elementwise nor
// branches of elementwise ops, or if it breaks a rule of the specification.
mlir::LogicalResult replaceMap(mlir::RewriterBase& rewriter, mlir::Operation* op);

} // namespace lz::formats
