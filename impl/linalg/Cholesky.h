// Cholesky factors of positive definite matrices.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Matrix.h"

namespace lz::linalg {

// Computes the upper triangular factor u with a = u^T u. Reads only the upper triangle of `a`, and
// does not change elements of `u` below the diagonal. `a` and `u` can be the same matrix. For a
// lower factor, pass transposed matrices. Returns 0 if `a` is positive definite. Otherwise returns
// the number of the first leading minor that is not positive, counted from 1, and the values of u
// mean nothing. `scratch` has choleskyScratch() bytes, aligned to 64.
template <typename T>
int64_t factorCholesky(const Machine& machine, const Matrix<const T>& a, const Matrix<T>& u,
                       std::byte* scratch);
template <typename T> int64_t choleskyScratch(const KernelTable& kernels, int64_t n);

} // namespace lz::linalg
