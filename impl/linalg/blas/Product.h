// Products of matrices for BLAS of level 3: packed, and multiplied by the micro-kernels. Internal
// to blas.
//
// Matrices of LAPACK are column-major, and a kernel's tiles are row-major: a tile is some rows of
// the transposed product, its columns are neighbours in a column of c. Complex numbers become rows
// of real ones as linalg/Element.h says: of x each panel has rows w and i w, of y real and
// imaginary parts alternate.
#pragma once

#include "linalg/Element.h"
#include "linalg/blas/Blas.h"

namespace lz::linalg {

// Which elements of a matrix there are. Of what is read the others are zeros; of what is written
// they stay.
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
  bool isUnit = false; // the diagonal is ones, whatever lies there

  Factor transposed() const {
    const Part other = part == Part::Lower ? Part::Upper : part == Part::Upper ? Part::Lower : part;
    return {data, columnStride, rowStride, isConjugate, other, isUnit};
  }
  // From here on. What is off the diagonal is whole.
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

// c (m x n, column-major) becomes alpha x y, and what it was if `adds`. Sums over k (x is m x k)
// run in blocks of kProductDepth real rows of a panel. y may be c, or x may be, where k is at most
// kMostInPlace: each thread has read all of its part of the factor before it writes it.
template <typename E> struct Product {
  int64_t m, n, k;
  E alpha;
  Factor<E> x, y;
  E* c;
  int64_t columnStride; // of c
  bool adds;
  Part part = Part::Whole; // of c
};
template <typename E> void multiply(const Product<E>& product);

inline constexpr int64_t kProductDepth = 256;
template <typename E> inline constexpr int64_t kMostInPlace = kProductDepth / kParts<E>;

// Scratch of a worker, for sides of so many real numbers.
int64_t productBytes(const KernelTable& kernels, int64_t reals, int64_t realBytes);

// In front of it: vectors of a matrix's side, two for operands and some for parts of a sum.
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
