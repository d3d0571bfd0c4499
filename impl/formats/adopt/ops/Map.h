// Replaces map by the ops of its body, applied to whole tensors.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// Replaces the op. Fails if the body has ops other than elementwise ops and branches of them, or if
// the op breaks a rule of the specification. The op is then unchanged.
mlir::LogicalResult replaceMap(mlir::RewriterBase& rewriter, mlir::Operation* op);

} // namespace lz::formats
