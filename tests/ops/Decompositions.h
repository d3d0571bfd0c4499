// Judges results of LAPACK's routines (linalg/spec/LapackTable.h) by what must hold for them,
// because signs, phases and the order of eigenvalues are free. Compiled and interpreted
// decompositions are judged by the same rules, as in JAX's own tests, and not compared with each
// other.
#pragma once

#include "absl/types/span.h"
#include "base/Literal.h"

#include <string>
#include <string_view>

namespace lz::test {

// Judges a call of @target with this backend_config. Returns "" or the first rule that it breaks:
//
//   [lapack_sgees_ffi] matrix 2 of 5 (n = 16): |q t q^H - a| / |a| is 3.1e-03, allowed 4.0e-05
//
// Norms are Frobenius norms. Relative to the matrix, residuals and the orthogonality of vectors may
// be off by `roundings` times n times the roundoff of the type; LAPACK's own tests allow 30. It
// knows gees, geev, gehrd, geqp3, gesdd, gesvd, gtsv, ormqr, syevd and sytrd of all four types,
// also on numbers whose squares overflow in f64. An infinite result is refused, even if the exact
// one is larger than all numbers of the type.
std::string judge(std::string_view target, std::string_view config,
                  absl::Span<const Literal> operands, absl::Span<const Literal> results,
                  double roundings = 30);

// Compares what is unique in two results that were judged to be right: eigenvalues of Hermitian
// matrices, and singular values. They must agree within the bounds of judge(), and must be missing
// for the same matrices.
std::string compareUnique(std::string_view target, std::string_view config,
                          absl::Span<const Literal> operands, absl::Span<const Literal> results,
                          absl::Span<const Literal> expected, double roundings = 30);

} // namespace lz::test
