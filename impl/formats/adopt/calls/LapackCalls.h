// Replaces custom calls of LAPACK and XLA by other ops or calls.
#pragma once

#include "hlo/ir/Dialect.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {

// Each function replaces the results of the call by ops. If the call has another form than shown,
// it changes nothing and returns false.

// Turns potrf and trsm of all four types into cholesky and triangular_solve, which have gradients:
//
//   %1 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b)
//       {backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}}
//   ->  %1 = stablehlo.triangular_solve(%a, %b) {left_side = true, lower = true,
//                                                transpose_a = TRANSPOSE, unit_diagonal = false}
//
// For a matrix that is not positive definite, the second result of potrf (info) becomes 1, and the
// first result NaN. LAPACK itself would return in info which minor is not positive, and in the
// first result the columns before that minor.
bool replacePotrf(hlo::CustomCallOp call, mlir::ModuleOp module);
bool replaceTrsm(hlo::CustomCallOp call, mlir::ModuleOp module);

// Replaces XLA's call for the eigenvalues of hermitian matrices by LAPACK's call, whose result info
// is not used:
//
//   %1:2 = stablehlo.custom_call @Eigh(%a) {backend_config = "1,1,100,1e-6"}
//   ->  %1:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a)
//           {backend_config = {mode = 86 : ui8, uplo = 76 : ui8}}
//
// The first number of @Eigh says whether the lower triangle is read. The other numbers ask for
// sorted eigenvalues, which LAPACK always returns, and for a precision, which LAPACK exceeds.
bool replaceEigh(hlo::CustomCallOp call, mlir::ModuleOp module);

} // namespace lz::formats
