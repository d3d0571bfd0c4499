// Solves triangular systems of equations with many right-hand sides.
#pragma once

#include "linalg/Machine.h"
#include "linalg/Matrix.h"

namespace lz::linalg {

// The form of a triangular system op(a) x = b or x op(a) = b.
struct TriangleSide {
  bool left, lower, isTransposed, isUnit;

  // Returns whether a is transposed after the triangle is moved to the left side. The system x
  // op(a) = b becomes op(a)^T x^T = b^T.
  bool turns() const { return isTransposed == left; }
  // Returns whether the triangle is lower after it is moved to the left side. If not, reversing
  // rows and columns makes the triangle lower.
  bool becomesLower() const { return lower != turns(); }
};
// These two functions rewrite the system as l x = b with a lower triangle l. The first function
// returns l. The second function returns the new form of b or of x.
template <typename T> Matrix<T> lowerOnLeft(const TriangleSide& side, const Matrix<T>& a) {
  const Matrix<T> turned = side.turns() ? a.transposed() : a;
  return side.becomesLower() ? turned : turned.reversed();
}
template <typename T> Matrix<T> rightOfLower(const TriangleSide& side, const Matrix<T>& b) {
  const Matrix<T> turned = side.left ? b : b.transposed();
  return side.becomesLower() ? turned : turned.reversedRows();
}

// Solves a x = b. b and x can be the same matrix. Reads only the lower triangle of a. If isUnit,
// the diagonal of a counts as ones and is not read. `scratch` has triangularSolveScratch() bytes,
// aligned to 64.
template <typename T>
void solveTriangular(const Machine& machine, const Matrix<const T>& a, bool isUnit,
                     const Matrix<const T>& b, const Matrix<T>& x, std::byte* scratch);
template <typename T>
int64_t triangularSolveScratch(const KernelTable& kernels, int workers, int64_t n, int64_t columns);

} // namespace lz::linalg
