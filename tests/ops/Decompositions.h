// Whether results of LAPACK's routines (linalg/spec/LapackTable.h) are right, where signs, phases
// and the order of eigenvalues are free: by what must hold of them. Compiled and interpreted
// decompositions are judged by the same sentences, as JAX's own tests do, not by each other.
#pragma once

#include "absl/types/span.h"
#include "base/Literal.h"

#include <string>
#include <string_view>

namespace lz::test {

// "" or the first thing that does not hold of a call of @target with this backend_config, as in
//
//   [lapack_sgees_ffi] matrix 2 of 5 (n = 16): |q t q^H - a| / |a| is 3.1e-03, allowed 4.0e-05
//
// Norms are Frobenius's. `roundings` times n, and the roundoff of the type, is what residuals and
// the orthogonality of vectors may be off by, relative to the matrix; LAPACK's own tests allow 30.
// Judged are gees, geev, gehrd, geqp3, gesdd, gesvd, gtsv, ormqr, syevd and sytrd of all four
// types, also on numbers whose squares are none of f64. A result that is infinite, because it is
// larger than all numbers, is refused.
std::string judge(std::string_view target, std::string_view config,
                  absl::Span<const Literal> operands, absl::Span<const Literal> results,
                  double roundings = 30);

// What is unique in two results that were judged to be right: eigenvalues of Hermitian matrices and
// singular values are as near as that, and the same matrices have none.
std::string compareUnique(std::string_view target, std::string_view config,
                          absl::Span<const Literal> operands, absl::Span<const Literal> results,
                          absl::Span<const Literal> expected, double roundings = 30);

} // namespace lz::test
