// Replaces chlo.ragged_dot by products of everything with everything.
#pragma once

#include "hlo/ir/Dialect.h"

#include "mlir/IR/PatternMatch.h"

namespace lz::formats {

// There are three modes, by the position of the ragged dimension of lhs. With g groups, index m is
// in group j if start(j) <= m < start(j) + size(j), where start(j) is the sum of sizes before j:
//
//   free     [b,m,k] [g,b,k,n] -> [b,m,n]   the product for all g, summed where m is in group g;
//                                           0 where it is in none
//   summed   [b,m,k] [b,k,n] -> [g,b,m,n]   the product for each g of the k that are in it
//   batch    [b,m,k] [b,k,n] -> [b,m,n]     dot_general: sizes change nothing
//
// group_sizes is [g] or, for each batch, [b,g]. It fails on other shapes.
mlir::LogicalResult replaceRaggedDot(mlir::RewriterBase& rewriter, chlo::RaggedDotOp op);

} // namespace lz::formats
