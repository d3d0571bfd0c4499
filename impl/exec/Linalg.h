// Linear algebra as calls: matrices are the last two dimensions of tensors of f32 or f64, and a
// batch is before them. Many small ones are shared by the threads; of large ones the threads share
// each.
//
//   cholesky          lower: 0 or 1
//   triangular_solve  left_side, lower, unit_diagonal, transpose_a: as the op has them
//   lapack            routine = "geqrf", and its options (linalg/spec/LapackTable.h)
//
//   call triangular_solve reads in0, in1 writes out0 scratch tmp3 {left_side = 1, lower = 1, ...}
#pragma once

#include "exec/Calls.h"
#include "linalg/spec/LapackTable.h"

namespace lz::exec {

Status cholesky(const CallArgs& args);
Status triangularSolve(const CallArgs& args);
// What both need for a batch is counted once, when the call is compiled or loaded.
StatusOr<std::shared_ptr<const CallPlan>> planOfCholesky(const CallSignature& signature);
StatusOr<std::shared_ptr<const CallPlan>> planOfTriangularSolve(const CallSignature& signature);
CallNeeds needsOfMatrices(const CallSignature& signature);

// Results as LAPACK has them: pivots from 1 on, and info.
Status lapack(const CallArgs& args);
// Whether there is a function: an algorithm of ours, or LAPACK's. Calls of others become ops where
// a text is read.
bool hasLapack(linalg::LapackFunction function);
bool hasOwnLapack(linalg::LapackFunction function);
// The options of a call, by name.
inline auto lapackOptionsOf(const CallSignature& signature) {
  return [&signature](std::string_view name) {
    return signature.attrsOf<LapackCallAttrs>().option(name);
  };
}
StatusOr<std::shared_ptr<const CallPlan>> planOfLapack(const CallSignature& signature);
CallNeeds needsOfLapack(const CallSignature& signature);

} // namespace lz::exec
