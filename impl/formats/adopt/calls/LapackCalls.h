// Replaces custom calls of LAPACK and XLA by other ops or calls.
#pragma once

#include "hlo/ir/Dialect.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// Each function replaces the results of the call by ops. If the call does not have the form that is
// shown, the function changes nothing and returns false.

// Turns potrf and trsm of all four types into cholesky and triangular_solve, which have gradients:
//
//   %1 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b)
//       {backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}}
//   ->  %1 = stablehlo.triangular_solve(%a, %b) {left_side = true, lower = true,
//                                                transpose_a = TRANSPOSE, unit_diagonal = false}
//
// If a matrix is not positive definite, the first result of potrf is NaN, and the second result
// (info) is 1. LAPACK itself would set info to the number of the minor that is not positive.
bool replacePotrf(hlo::CustomCallOp call, mlir::ModuleOp module);
bool replaceTrsm(hlo::CustomCallOp call, mlir::ModuleOp module);

// Replaces XLA's call for the eigenvalues of hermitian matrices by LAPACK's call:
//
//   %1:2 = stablehlo.custom_call @Eigh(%a) {backend_config = "1,1,100,1e-6"}
//   ->  %1:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a)
//           {backend_config = {mode = 86 : ui8, uplo = 76 : ui8}}
//
// The first number of @Eigh says whether the lower triangle is read. The other numbers need no
// counterpart, because LAPACK always sorts eigenvalues and exceeds the precision that they ask for.
bool replaceEigh(hlo::CustomCallOp call, mlir::ModuleOp module);

} // namespace lz::formats
