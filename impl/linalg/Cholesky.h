// The factors of positive definite matrices.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Matrix.h"

namespace lz::linalg {

// The upper triangle of `u` becomes that of u with a = u^T u; elements below it stay. Of a, which
// may be u, the upper triangle is read. A lower factor is that of the transposed matrices. Returns
// 0, or the number, from 1 on, of the first leading minor that is not positive; then u is garbage.
// `scratch`: so many bytes, aligned to 64.
template <typename T>
int64_t factorCholesky(const Machine& machine, const Matrix<const T>& a, const Matrix<T>& u,
                       std::byte* scratch);
template <typename T> int64_t choleskyScratch(const KernelTable& kernels, int64_t n);

} // namespace lz::linalg
