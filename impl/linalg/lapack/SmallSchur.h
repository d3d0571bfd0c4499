// Computes Schur forms, eigenvalues and eigenvectors of small real matrices with the same steps as
// LAPACK. LAPACK's own routines make many calls, which take most of the time for a 4 x 4 matrix.
// All matrices are column-major and finite, and the largest number is near 1. The thread must have
// a BlasScope. Only for files of linalg/lapack.
#pragma once

#include "base/machine/LibraryCosts.h"

#include <cstdint>

namespace lz::linalg {

template <typename R> struct SmallSchur {
  int n;
  R* a;       // becomes the Schur form, in which each 2 x 2 block has two equal diagonal elements
  R* z;       // becomes z in a = z t z^T, in which t is the Schur form; nullptr if not wanted
  R *re, *im; // eigenvalues; in a pair, the one with the positive imaginary part comes first
  R* work;    // 3 n numbers
};

// smallSchur() and smallEigenvectors() return 0, or 1 if the steps do not converge.
template <typename R> int smallSchur(const SmallSchur<R>& schur);
// Balances the matrix, and then computes its eigenvalues and eigenvectors. `left` and `right` get
// the left and right eigenvectors, and are nullptr if these are not wanted. If eigenvectors are
// wanted, schur.z must be set. Vectors have norm 1. For a pair of eigenvalues, one column has the
// real parts of the vector, and the next column has the imaginary parts. The largest number of a
// vector is real.
template <typename R> int smallEigenvectors(const SmallSchur<R>& schur, R* left, R* right);

// Returns the predicted time of computing eigenvalues and eigenvectors. The choice of the algorithm
// depends on this time even if no vectors are wanted, because eigenvalues must have the same bits
// with and without vectors.
inline double nsOf(const SmallSchurCosts& costs, int64_t n) {
  const auto size = double(n);
  return costs.matrix + size * size * (costs.square + costs.cube * size);
}

} // namespace lz::linalg
