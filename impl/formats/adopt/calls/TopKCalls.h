// Custom calls of other systems that select the largest elements become top_k.
#pragma once

#include "hlo/ir/Dialect.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::hlo {

// @ApproxTopK, which JAX prints for approx_max_k and approx_min_k, is exact here: its recall is
// that which was asked for, or better.
//
//   %1:2 = stablehlo.custom_call @ApproxTopK(%x, %iota, %init, %minus1)
//       {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 1, top_k = 3}}
//   ->  %1:2 = chlo.top_k(%x, k = 3)
//
// with a transposition before and behind it where reduction_dim is not the last one, and a change
// of signs (of bits, of integers) where the comparator says LT. So does @PartialReduce, the part of
// it that XLA leaves to a TPU: its result may be longer than k, and has the largest elements here.
// Its configuration is JSON. Where the second operand is no iota but other numbers, which go with
// the elements, both are sorted, and the first k are the results. So do @mhlo.topk, as which CHLO's
// own op is exported, and XLA's @TopK:
//
//   %1:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3, largest = true}}
//   %1:2 = stablehlo.custom_call @TopK(%x) {called_computations = [@greater]}
//
// False: the call looks otherwise, and stays; whoever runs it says how it should
// (semantics/shape/SelectionCalls.h).
bool replaceApproxTopK(CustomCallOp call, mlir::ModuleOp module);
bool replaceTopK(CustomCallOp call, mlir::ModuleOp module);

} // namespace lz::hlo
