// Custom calls of other systems that select the largest elements become top_k.
#pragma once

#include "hlo/ir/Dialect.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// @ApproxTopK, which JAX prints for approx_max_k and approx_min_k, is exact here: its recall is at
// least the requested one.
//
//   %1:2 = stablehlo.custom_call @ApproxTopK(%x, %iota, %init, %minus1)
//       {called_computations = [@greater], mhlo.backend_config = {reduction_dim = 1, top_k = 3}}
//   ->  %1:2 = chlo.top_k(%x, k = 3)
//
// with a transposition before and after it if reduction_dim is not the last one, and with inverted
// signs (bits, for integers) if the comparator is LT. @PartialReduce, the part of it that XLA
// leaves to a TPU, becomes top_k, too: its result may be longer than k, and here it has the largest
// elements. Its configuration is JSON. If the second operand is not an iota but other numbers,
// which go with the elements, both are sorted, and the first k are the results. @mhlo.topk, the
// exported form of CHLO's own op, and XLA's @TopK also become top_k:
//
//   %1:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3, largest = true}}
//   %1:2 = stablehlo.custom_call @TopK(%x) {called_computations = [@greater]}
//
// False: the call has another form, and stays. The error of running it shows the right form
// (semantics/shape/SelectionCalls.h).
bool replaceApproxTopK(hlo::CustomCallOp call, mlir::ModuleOp module);
bool replaceTopK(hlo::CustomCallOp call, mlir::ModuleOp module);

} // namespace lz::formats
