// Replaces map by the ops of its body, applied to whole tensors.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// Replaces the op. The body can consist of elementwise ops, and of branches with elementwise ops.
// If the body has another op, or if the op breaks a rule of the specification, fails and leaves the
// op unchanged.
mlir::LogicalResult replaceMap(mlir::RewriterBase& rewriter, mlir::Operation* op);

} // namespace lz::formats
