// Triangular systems of equations with many right sides.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Matrix.h"

namespace lz::linalg {

// The triangle of a system, op(a) x = b or x op(a) = b.
struct TriangleSide {
  bool left, lower, isTransposed, isUnit;

  // x op(a) = b is op(a)^T x^T = b^T.
  bool turns() const { return isTransposed == left; }
  // Otherwise it is one from the other end.
  bool becomesLower() const { return lower != turns(); }
};
// The same system as l x = b with a lower triangle: a as l, and b or x of it.
template <typename T> Matrix<T> lowerOnLeft(const TriangleSide& side, const Matrix<T>& a) {
  const Matrix<T> turned = side.turns() ? a.transposed() : a;
  return side.becomesLower() ? turned : turned.reversed();
}
template <typename T> Matrix<T> rightOfLower(const TriangleSide& side, const Matrix<T>& b) {
  const Matrix<T> turned = side.left ? b : b.transposed();
  return side.becomesLower() ? turned : turned.reversedRows();
}

// a x = b, of which b and x may be the same matrix. Of a only the lower triangle is read, without
// the diagonal where that is 1 (isUnit). `scratch`: so many bytes, aligned to 64.
template <typename T>
void solveTriangular(const Machine& machine, const Matrix<const T>& a, bool isUnit,
                     const Matrix<const T>& b, const Matrix<T>& x, std::byte* scratch);
template <typename T>
int64_t triangularSolveScratch(const KernelTable& kernels, int workers, int64_t n, int64_t columns);

} // namespace lz::linalg
