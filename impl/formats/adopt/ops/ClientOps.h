// Replaces chlo ops by a few other ops that compute the same.
#pragma once

#include "hlo/ir/Dialect.h"

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// Each function replaces the op. If the types or attributes do not fit the new ops, it fails and
// leaves the op unchanged.

// Replaces broadcast_<op> by the op on operands that are broadcast to one shape.
mlir::LogicalResult replaceBroadcast(mlir::RewriterBase& rewriter, mlir::Operation* op);
mlir::LogicalResult replaceConj(mlir::RewriterBase& rewriter, chlo::ConjOp op);
mlir::LogicalResult replaceConstant(mlir::RewriterBase& rewriter, chlo::ConstantOp op);
mlir::LogicalResult replaceConstantLike(mlir::RewriterBase& rewriter, chlo::ConstantLikeOp op);

} // namespace lz::formats
