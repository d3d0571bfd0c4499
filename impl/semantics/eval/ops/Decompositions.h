// Evaluates the routines of LAPACK (linalg/spec/LapackTable.h).
#pragma once

#include "linalg/spec/LapackConfig.h"
#include "linalg/spec/LapackTable.h"
#include "semantics/eval/OpCall.h"

namespace lz::eval {

// Returns whether the routine is LU or QR. Lapack.cc evaluates these two in the operand's type.
bool hasFactors(linalg::LapackFunction function);

// All other routines use decompose/, which widens numbers first and rounds results once.
class MatrixCall;
struct Decomposition {
  linalg::LapackFunction function;
  void (*run)(MatrixCall& call);
};

// Returns nullptr if there is no such routine.
const Decomposition* findDecomposition(linalg::LapackFunction function);

// Runs the routine on all matrices of the batch. The results must be zero on entry. Routines that
// iterate can fail for a matrix: it has an infinity or NaN, or the iteration does not converge.
// Then the results for this matrix are NaN, and its info is 1.
Status runDecomposition(const Decomposition& routine, const OpCall& call,
                        const linalg::LapackConfig& config, absl::Span<Literal> results);

} // namespace lz::eval
