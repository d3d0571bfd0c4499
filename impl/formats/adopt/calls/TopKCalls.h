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
// comparator is LT, floats are negated and the bits of integers inverted, before and after top_k.
// @PartialReduce, the part of @ApproxTopK that XLA runs on a TPU, becomes top_k as well. Its result
// can be longer than k, and then has more of the largest elements. Its configuration is JSON. If
// the second operand is not an iota, both operands are sorted together, and the first k elements
// are the results. @mhlo.topk, the exported form of CHLO's own op, and XLA's @TopK also become
// top_k:
//
//   %1:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3, largest = true}}
//   %1:2 = stablehlo.custom_call @TopK(%x) {called_computations = [@greater]}
//
// Each function returns false, and changes nothing, if the call has another form. Running such a
// call fails with an error that shows the right form (semantics/shape/SelectionCalls.h).
bool replaceApproxTopK(hlo::CustomCallOp call, mlir::ModuleOp module);
bool replaceTopK(hlo::CustomCallOp call, mlir::ModuleOp module);

} // namespace lz::formats
