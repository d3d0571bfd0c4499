// Routines of LAPACK (linalg/spec/LapackTable.h), evaluated by one of two methods.
#pragma once

#include "linalg/spec/LapackConfig.h"
#include "linalg/spec/LapackTable.h"
#include "semantics/eval/OpCall.h"

namespace lz::eval {

// Returns whether it is LU or QR, which compute in the operand's type (Lapack.cc).
bool hasFactors(linalg::LapackFunction function);

// All other routines are in decompose/: numbers are widened first, and results are rounded once.
class MatrixCall;
struct Decomposition {
  linalg::LapackFunction function;
  void (*run)(MatrixCall& call);
};

// Returns nullptr if there is no such routine.
const Decomposition* findDecomposition(linalg::LapackFunction function);

// Runs on all matrices of the batch. The results must be zeros. If the routine iterates, a matrix
// with an infinity or NaN has results NaN and an info of 1, and so does one whose iteration does
// not end.
Status runDecomposition(const Decomposition& routine, const OpCall& call,
                        const linalg::LapackConfig& config, absl::Span<Literal> results);

} // namespace lz::eval
