// Custom calls of LAPACK and XLA that other ops or calls can replace.
#pragma once

#include "hlo/ir/Dialect.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// Each replaces the results of the call by ops. False: the call has another form, and stays.

// potrf and trsm of all four types become cholesky and triangular_solve, which have gradients:
//
//   %1 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b)
//       {backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}}
//   ->  %1 = stablehlo.triangular_solve(%a, %b) {left_side = true, lower = true,
//                                                transpose_a = TRANSPOSE, unit_diagonal = false}
//
// The second result of potrf, info, is 1 for each matrix that is not positive definite. LAPACK
// reports which minor is not, and leaves the columns before it in the result, which is NaN here.
bool replacePotrf(hlo::CustomCallOp call, mlir::ModuleOp module);
bool replaceTrsm(hlo::CustomCallOp call, mlir::ModuleOp module);

// XLA's eigenvalues of hermitian matrices are those of LAPACK, without info:
//
//   %1:2 = stablehlo.custom_call @Eigh(%a) {backend_config = "1,1,100,1e-6"}
//   ->  %1:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a)
//           {backend_config = {mode = 86 : ui8, uplo = 76 : ui8}}
//
// The first number says whether the lower triangle is read. The others ask for an order, which
// LAPACK always has, and for less precision than it has.
bool replaceEigh(hlo::CustomCallOp call, mlir::ModuleOp module);

} // namespace lz::formats
