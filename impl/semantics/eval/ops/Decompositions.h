// Routines of LAPACK (linalg/spec/LapackTable.h), evaluated by one of two methods.
#pragma once

#include "linalg/spec/LapackConfig.h"
#include "linalg/spec/LapackTable.h"
#include "semantics/eval/OpCall.h"

namespace lz::eval {

// Returns whether the routine is LU or QR. Lapack.cc evaluates these two in the operand's type.
bool hasFactors(linalg::LapackFunction function);

// All other routines use decompose/, where numbers are widened first and results are rounded once.
class MatrixCall;
struct Decomposition {
  linalg::LapackFunction function;
  void (*run)(MatrixCall& call);
};

// Returns nullptr if there is no such routine.
const Decomposition* findDecomposition(linalg::LapackFunction function);

// Runs on all matrices of the batch. The results must be zero on entry. If the routine iterates, a
// matrix with an infinity or NaN gets NaN as results and an info of 1. So does a matrix whose
// iteration does not converge.
Status runDecomposition(const Decomposition& routine, const OpCall& call,
                        const linalg::LapackConfig& config, absl::Span<Literal> results);

} // namespace lz::eval
