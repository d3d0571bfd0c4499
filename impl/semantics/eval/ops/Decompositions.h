// Routines of LAPACK (linalg/spec/LapackTable.h), each by one of two ways.
#pragma once

#include "linalg/spec/LapackConfig.h"
#include "linalg/spec/LapackTable.h"
#include "semantics/eval/OpCall.h"

namespace lz::eval {

// LU and QR: in the operand's type (Lapack.cc).
bool hasFactors(LapackFunction function);

// All others by decompose/: numbers are widened before, and results rounded once.
class MatrixCall;
struct Decomposition {
  LapackFunction function;
  void (*run)(MatrixCall& call);
};

// nullptr: there is none.
const Decomposition* findDecomposition(LapackFunction function);

// All matrices of the batch, into results that are zeros. A matrix with an infinity or NaN gives
// NaN and an info of 1 in what iterates, and so does one whose iteration does not end.
Status runDecomposition(const Decomposition& routine, const OpCall& call,
                        const LapackConfig& config, absl::Span<Literal> results);

} // namespace lz::eval
