// Computes Schur forms, eigenvalues and eigenvectors of small real matrices with the same steps as
// LAPACK, but without its many calls, which take most of the time for a 4 x 4 matrix. All matrices
// are column-major and finite, and their largest number is near 1. The thread must have a
// BlasScope. Only for files of linalg/lapack.
#pragma once

#include "base/machine/LibraryCosts.h"

#include <cstdint>

namespace lz::linalg {

template <typename R> struct SmallSchur {
  int n;
  R* a;       // becomes the form, in which the two diagonal elements of 2 x 2 blocks are equal
  R* z;       // becomes z with a = z form z^T, or is nullptr
  R *re, *im; // eigenvalues; in a pair the positive imaginary part comes first
  R* work;    // 3 n numbers
};

// Both functions return 0, or 1 if the steps do not converge.
template <typename R> int smallSchur(const SmallSchur<R>& schur);
// Also balances the matrix. `left` and `right` get the left and right eigenvectors, or are nullptr.
// z must be set if one of them is. Vectors have norm 1. For a pair, the real parts are one column
// and the imaginary parts the next, and the largest number of the vector is real.
template <typename R> int smallEigenvectors(const SmallSchur<R>& schur, R* left, R* right);

// Returns the predicted time of computing eigenvalues and eigenvectors. It decides for both cases,
// because eigenvalues must have the same bits with and without vectors.
inline double nsOf(const SmallSchurCosts& costs, int64_t n) {
  const auto size = double(n);
  return costs.matrix + size * size * (costs.square + costs.cube * size);
}

} // namespace lz::linalg
