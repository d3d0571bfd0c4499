// Replaces custom calls of other systems that select the largest elements by top_k.
#pragma once

#include "hlo/ir/Dialect.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// Replaces @ApproxTopK, which JAX prints for approx_max_k and approx_min_k. The result is exact, so
// its recall is at least the requested one.
//
//   %1:2 = stablehlo.custom_call @ApproxTopK(%x, %iota, %init, %minus1)
//       {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 1, top_k = 3}}
//   ->  %1:2 = chlo.top_k(%x, k = 3)
//
// If reduction_dim is not the last dimension, operands and results are transposed. If the
// comparator is LT, floats are negated and the bits of integers are inverted, before and after
// top_k. If the second operand is not an iota, both operands are sorted together, and the first k
// elements are the results. @PartialReduce also becomes top_k. If its result is longer than k, the
// result contains more of the largest elements. @mhlo.topk and @TopK also become top_k:
//
//   %1:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3, largest = true}}
//   %1:2 = stablehlo.custom_call @TopK(%x) {called_computations = [@greater]}
//
// If the call does not have the form that a function expects, the function changes nothing and
// returns false. Such a call is rejected later, with an error that shows the right form
// (semantics/shape/SelectionCalls.h).
bool replaceApproxTopK(hlo::CustomCallOp call, mlir::ModuleOp module);
bool replaceTopK(hlo::CustomCallOp call, mlir::ModuleOp module);

} // namespace lz::formats
