// Products of matrices for BLAS level 3. Matrices are packed, and the micro-kernels multiply them.
// Only for files of linalg/blas.
//
// Matrices of LAPACK are column-major, but tiles of a kernel are row-major. So a kernel computes a
// tile of the transposed product. The rows of the tile are parts of columns of c. Complex numbers
// become real numbers as in linalg/Element.h: panels of x have the rows w and i w, and panels of y
// have real and imaginary parts alternately.
#pragma once

#include "linalg/Element.h"
#include "linalg/blas/Blas.h"

namespace lz::linalg {

// The elements of a matrix that are used. When the matrix is read, other elements count as zeros.
// When the matrix is written, other elements do not change.
enum class Part { Whole, Lower, Upper };

inline bool contains(Part part, int64_t i, int64_t j) {
  return part == Part::Whole || (part == Part::Lower ? i >= j : i <= j);
}

// Element (i, j) is data[i * rowStride + j * columnStride], or its conjugate.
template <typename E> struct Factor {
  const E* data;
  int64_t rowStride, columnStride;
  bool isConjugate = false;
  Part part = Part::Whole;
  bool isUnit = false; // the diagonal counts as ones and is not read

  Factor transposed() const {
    const Part other = part == Part::Lower ? Part::Upper : part == Part::Upper ? Part::Lower : part;
    return {data, columnStride, rowStride, isConjugate, other, isUnit};
  }
  // Returns the factor without its first i rows and j columns. If i and j differ, the result has
  // the part Whole.
  Factor from(int64_t i, int64_t j) const {
    return {data + i * rowStride + j * columnStride,
            rowStride,
            columnStride,
            isConjugate,
            i == j ? part : Part::Whole,
            i == j && isUnit};
  }
  E at(int64_t i, int64_t j) const {
    if (part != Part::Whole && i == j && isUnit)
      return E{RealOf<E>(1)};
    if (!contains(part, i, j))
      return E{};
    const E value = data[i * rowStride + j * columnStride];
    return isConjugate ? conjugate(value) : value;
  }
};

// Computes c = alpha x y, or c += alpha x y if `adds`. c is m x n and column-major, and x is m x k.
// Sums over k run in blocks of kProductDepth real rows of a panel. If k is at most kMostInPlace, x
// or y can be the same matrix as c, because each thread packs its part of the factor before it
// writes.
template <typename E> struct Product {
  int64_t m, n, k;
  E alpha;
  Factor<E> x, y;
  E* c;
  int64_t columnStride; // distance of the columns of c
  bool adds;
  Part part = Part::Whole; // the part of c that is computed
};
template <typename E> void multiply(const Product<E>& product);

// With a value of 128 or 512, eigh-512 and svd-256 of the bench take the same time (Zen 4, one
// thread).
inline constexpr int64_t kProductDepth = 256;
template <typename E> inline constexpr int64_t kMostInPlace = kProductDepth / kParts<E>;

// Returns the number of bytes of scratch that one worker needs if the longest side of a matrix has
// `reals` real numbers.
int64_t productBytes(const KernelTable& kernels, int64_t reals, int64_t realBytes);

// The scratch begins with vectors that are as long as the longest side of a matrix: two for
// operands, and some for partial sums. The scratch of the workers follows.
inline constexpr int64_t kOperands = 2, kMostSums = 8;
inline int64_t vectorBytes(int64_t size, int64_t elementBytes) {
  return ceilDiv(size * elementBytes, 64) * 64;
}
inline int64_t vectorsBytes(int64_t size, int64_t elementBytes) {
  return (kOperands + kMostSums) * vectorBytes(size, elementBytes);
}
template <typename E> E* vectorOf(const BlasScope& scope, int64_t place) {
  return reinterpret_cast<E*>(scope.scratch() + place * vectorBytes(scope.size(), sizeof(E)));
}

} // namespace lz::linalg
