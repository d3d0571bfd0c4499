// Replaces batch_norm by its definitions in the StableHLO specification.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// Each function replaces the op. If attributes are missing or types do not fit, it fails and leaves
// the op unchanged.
mlir::LogicalResult replaceBatchNormInference(mlir::RewriterBase& rewriter, mlir::Operation* op);
mlir::LogicalResult replaceBatchNormTraining(mlir::RewriterBase& rewriter, mlir::Operation* op);
mlir::LogicalResult replaceBatchNormGrad(mlir::RewriterBase& rewriter, mlir::Operation* op);

} // namespace lz::formats
