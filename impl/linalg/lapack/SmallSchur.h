// Schur forms, eigenvalues and eigenvectors of small real matrices, by the steps that LAPACK takes
// but without its many calls, in which a matrix of 4 x 4 spends most of its time. All matrices are
// column-major, of finite numbers whose largest is near 1. The thread has a BlasScope. Internal to
// lapack.
#pragma once

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
// Also balances the matrix. Vectors on either side, or nullptr for those that nobody wants; if any
// are wanted, z is there. Of norm 1; of a pair the real parts are one column and the imaginary ones
// the next, and the largest number is real.
template <typename R> int smallEigenvectors(const SmallSchur<R>& schur, R* left, R* right);

// Predicted, with vectors: values are the same without them, so the same steps compute them.
double nsOfSmallSchur(int64_t n);
double nsOfSmallEigenvectors(int64_t n);

} // namespace lz::linalg
