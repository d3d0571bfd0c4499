// Routines of LAPACK (linalg/spec/LapackCalls.h) by decompose/: numbers are widened before, and
// results rounded once.
#pragma once

#include "hlo/eval/OpCall.h"
#include "linalg/spec/LapackCalls.h"

#include <string_view>

namespace lz::eval {

class MatrixCall;

struct Decomposition {
  std::string_view name; // of f32
  void (*run)(MatrixCall& call);
};

// nullptr: there is none of this name.
const Decomposition* findDecomposition(std::string_view name);

// All matrices of the batch, into results that are zeros. A matrix with an infinity or NaN gives
// NaN and an info of 1 in what iterates, and so does one whose iteration does not end.
Status runDecomposition(const Decomposition& routine, const OpCall& call, std::string_view target,
                        const LapackConfig& config, absl::Span<Literal> results);

} // namespace lz::eval
