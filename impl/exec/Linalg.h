// Linear algebra as calls. The last two dimensions of a tensor of f32 or f64 are a matrix. The
// dimensions before them are a batch. If the matrices are small, each thread computes some of them.
// If they are large, all threads work on one matrix at a time.
//
//   cholesky          lower: 0 or 1
//   triangular_solve  left_side, lower, unit_diagonal, transpose_a: as in the op
//   lapack            routine = "geqrf", and its options (linalg/spec/LapackTable.h)
//
//   call triangular_solve reads in0, in1 writes out0 scratch tmp3 {left_side = 1, lower = 1, ...}
#pragma once

#include "exec/Calls.h"
#include "linalg/spec/LapackTable.h"

namespace lz::exec {

Status cholesky(const CallArgs& args);
Status triangularSolve(const CallArgs& args);
// The plans of cholesky and triangular_solve hold the costs of a batch. They are computed once,
// when the call is compiled or loaded.
StatusOr<std::shared_ptr<const CallPlan>> planOfCholesky(const CallSignature& signature);
StatusOr<std::shared_ptr<const CallPlan>> planOfTriangularSolve(const CallSignature& signature);
CallNeeds needsOfMatrices(const CallSignature& signature);

// Computes the results of a routine of LAPACK, including `info`. Pivots count from 1, as in LAPACK.
Status lapack(const CallArgs& args);
// hasLapack() returns whether Lazuli can compute the function, with an algorithm of its own or by
// calling LAPACK. If Lazuli cannot, a call of the function is replaced by ops when the text of a
// program is read. hasOwnLapack() returns whether Lazuli has an algorithm of its own.
bool hasLapack(linalg::LapackFunction function);
bool hasOwnLapack(linalg::LapackFunction function);
// Returns a function that maps the name of an option to the number that the call has for it.
inline auto lapackOptionsOf(const CallSignature& signature) {
  return [&signature](std::string_view name) {
    return signature.attrsOf<LapackCallAttrs>().option(name);
  };
}
StatusOr<std::shared_ptr<const CallPlan>> planOfLapack(const CallSignature& signature);
CallNeeds needsOfLapack(const CallSignature& signature);

} // namespace lz::exec
