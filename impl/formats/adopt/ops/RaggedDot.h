// Replaces chlo.ragged_dot by dense products.
#pragma once

#include "hlo/ir/Dialect.h"

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// Replaces the op in any of its three modes. The mode says whether the ragged dimension of lhs is
// free, summed or batch. With g groups, index m is in group j if start(j) <= m < start(j) +
// size(j), where start(j) is the sum of the sizes before j:
//
//   free     [b,m,k] [g,b,k,n] -> [b,m,n]   row m times rhs[j], where group j contains m;
//                                           0 if no group contains m
//   summed   [b,m,k] [b,k,n] -> [g,b,m,n]   for each g, the product summed over the k in group g
//   batch    [b,m,k] [b,k,n] -> [b,m,n]     dot_general, since sizes have no effect
//
// group_sizes is [g] or, for each batch, [b,g]. Fails for other shapes.
mlir::LogicalResult replaceRaggedDot(mlir::RewriterBase& rewriter, chlo::RaggedDotOp op);

} // namespace lz::formats
