// Custom calls of LAPACK for which there is an op.
#pragma once

#include "hlo/ir/Dialect.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::hlo {

// potrf and trsm of all four types become cholesky and triangular_solve, which have gradients:
//
//   %1 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b)
//       {backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}}
//   ->  %1 = stablehlo.triangular_solve(%a, %b) {left_side = true, lower = true,
//                                                transpose_a = TRANSPOSE, unit_diagonal = false}
//
// The second result of potrf, info, is 1 for each matrix that is not positive definite; LAPACK says
// which minor is not, and leaves the columns before it in the result, which here is NaN. False: the
// call looks otherwise, and stays.
bool replacePotrf(CustomCallOp call, mlir::ModuleOp module);
bool replaceTrsm(CustomCallOp call, mlir::ModuleOp module);

} // namespace lz::hlo
