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
// of signs where the comparator says LT. So does @mhlo.topk, as which CHLO's own op is exported:
//
//   %1:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3, largest = true}}
//
// False: the call looks otherwise, and stays; lowering refuses it by its name.
bool replaceApproxTopK(CustomCallOp call, mlir::ModuleOp module);
bool replaceTopK(CustomCallOp call, mlir::ModuleOp module);

} // namespace lz::hlo
