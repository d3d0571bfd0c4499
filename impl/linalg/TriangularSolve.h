// Triangular systems of equations with many right sides.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Matrix.h"

namespace lz::linalg {

// a x = b, of which b and x may be the same matrix. Of a only the lower triangle is read, without
// the diagonal where that is 1 (isUnit). An upper triangle is a lower one from the other end, and
// x a = b is a^T x^T = b^T:
//
//   upper:  solveTriangular(a.reversed(), isUnit, b.reversedRows(), x.reversedRows(), ...)
//
// `scratch`: so many bytes, aligned to 64.
template <typename T>
void solveTriangular(const Machine& machine, const Matrix<const T>& a, bool isUnit,
                     const Matrix<const T>& b, const Matrix<T>& x, std::byte* scratch);
template <typename T>
int64_t triangularSolveScratch(const MicroKernels& kernels, int workers, int64_t n,
                               int64_t columns);

} // namespace lz::linalg
