// Methods that end after one step per row.
#pragma once

#include "semantics/eval/decompose/Dense.h"
#include "semantics/eval/decompose/Reflectors.h"

namespace lz::decompose {

// The product of the reflectors times r, an upper triangle, is a with its columns reordered.
struct PivotedQr {
  Dense<Complex> r;
  Reflectors<Complex> reflectors;
  std::vector<int64_t> columns; // the columns of a in the order in which r has them
};
// The columns that `comesFirst` marks come first, in the order that LAPACK's exchanges produce.
// Then the next column is always the one whose remaining part is longest, or the first of several
// equally long ones.
PivotedQr pivotedQr(Dense<Complex> a, const std::vector<bool>& comesFirst);

// A matrix that is zero except on its diagonal and the two diagonals next to it. solve() turns it
// into an upper triangle. `below` then is the second superdiagonal, with n - 2 numbers.
struct Tridiagonal {
  std::vector<Complex> below, diagonal, above; // n - 1, n and n - 1 numbers

  // Solves for b by elimination with row exchanges, and replaces b by the solution. Returns 0. If
  // there is no solution, returns the number of the first row whose diagonal element is zero,
  // counted from 1.
  int64_t solve(Dense<Complex>& b);
};

} // namespace lz::decompose
