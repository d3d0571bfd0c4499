// Methods that end after one step per row.
#pragma once

#include "semantics/eval/decompose/Dense.h"
#include "semantics/eval/decompose/Reflectors.h"

namespace lz::decompose {

// A QR factorization of a matrix whose columns have been reordered. The reordered matrix is the
// product of the reflectors, times the upper triangle r.
struct PivotedQr {
  Dense<Complex> r;
  Reflectors<Complex> reflectors;
  std::vector<int64_t> columns; // the columns of a in the order in which r has them
};
// The columns that `comesFirst` marks come first, in the order that LAPACK's exchanges produce.
// After them, the next column is always the column whose remaining part is longest. If several are
// equally long, the first of them is next.
PivotedQr pivotedQr(Dense<Complex> a, const std::vector<bool>& comesFirst);

// A matrix that is zero except on its diagonal and the two diagonals next to it. solve() turns the
// matrix into an upper triangle. After that, `below` is the second superdiagonal, with n - 2
// numbers.
struct Tridiagonal {
  std::vector<Complex> below, diagonal, above; // n - 1, n and n - 1 numbers

  // Replaces b by the solution of the system, by elimination with row exchanges, and returns 0. If
  // there is no solution, returns the number of the first row whose diagonal element is zero,
  // counted from 1.
  int64_t solve(Dense<Complex>& b);
};

} // namespace lz::decompose
