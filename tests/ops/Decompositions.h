// Checks results of LAPACK's routines (linalg/spec/LapackTable.h) by the equations that must hold
// for them. Compiled and interpreted results are not compared with each other, because signs,
// phases and the order of eigenvalues are free.
#pragma once

#include "absl/types/span.h"
#include "base/Literal.h"

#include <string>
#include <string_view>

namespace lz::test {

// Checks the results of a call of @target with this backend_config. Returns "", or the first rule
// that they break:
//
//   [lapack_sgees_ffi] matrix 2 of 5 (n = 16): |q t q^H - a| / |a| is 3.1e-03, allowed 4.0e-05
//
// Norms are Frobenius norms. Residuals, divided by the norm of the matrix, must be at most
// `roundings` * (n + 1) * roundoff of the type, and so must the errors of orthogonality. LAPACK's
// own tests allow 30 `roundings`. The routines are gees, geev, gehrd, geqp3, gesdd, gesvd, gtsv,
// ormqr, syevd and sytrd of all four types. Infinite results are always refused.
std::string judge(std::string_view target, std::string_view config,
                  absl::Span<const Literal> operands, absl::Span<const Literal> results,
                  double roundings = 30);

// Compares the unique parts of two results that judge() accepts: eigenvalues of Hermitian matrices,
// and singular values. They must agree within the bounds of judge(). They must be missing for the
// same matrices.
std::string compareUnique(std::string_view target, std::string_view config,
                          absl::Span<const Literal> operands, absl::Span<const Literal> results,
                          absl::Span<const Literal> expected, double roundings = 30);

} // namespace lz::test
