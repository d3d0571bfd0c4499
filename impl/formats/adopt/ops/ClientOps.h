// Replaces chlo ops that equal a few other ops of the tables.
#pragma once

#include "hlo/ir/Dialect.h"

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// Each function fails without changing the op if its types or attributes do not fit the ops that
// would replace it.

// Replaces broadcast_<op> by the op on operands that are broadcast to one shape.
mlir::LogicalResult replaceBroadcast(mlir::RewriterBase& rewriter, mlir::Operation* op);
mlir::LogicalResult replaceConj(mlir::RewriterBase& rewriter, chlo::ConjOp op);
mlir::LogicalResult replaceConstant(mlir::RewriterBase& rewriter, chlo::ConstantOp op);
mlir::LogicalResult replaceConstantLike(mlir::RewriterBase& rewriter, chlo::ConstantLikeOp op);

} // namespace lz::formats
