// Schur forms, eigenvalues and eigenvectors of small real matrices, by the steps that LAPACK takes
// but without its many calls, in which a matrix of 4 x 4 spends most of its time. All matrices are
// column-major, of finite numbers whose largest is near 1. The thread has a BlasScope. Internal to
// lapack.
#pragma once

#include "base/machine/LibraryCosts.h"

#include <cstdint>

namespace lz::linalg {

template <typename R> struct SmallSchur {
  int n;
  R* a;       // becomes the form: blocks of 2 x 2 have the same number twice on the diagonal
  R* z;       // becomes z with a = z form z^T, or is nullptr
  R *re, *im; // eigenvalues; of a pair the positive imaginary part comes first
  R* work;    // 3 n numbers
};

// Both return 0, or 1 if the steps do not end.
template <typename R> int smallSchur(const SmallSchur<R>& schur);
// Also balances the matrix. `left` and `right` get the vectors on either side; a side that is not
// wanted is nullptr, and if any is wanted, z is there. Vectors have norm 1. The real
// parts of a pair are one column and the imaginary parts the next; its largest number is real.
template <typename R> int smallEigenvectors(const SmallSchur<R>& schur, R* left, R* right);

// The predicted time is that with vectors: values have the same bits without them, so the same
// steps compute them.
inline double nsOf(const SmallSchurCosts& costs, int64_t n) {
  const auto size = double(n);
  return costs.matrix + size * size * (costs.square + costs.cube * size);
}

} // namespace lz::linalg
