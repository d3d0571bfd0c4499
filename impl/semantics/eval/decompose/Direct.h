// Methods that end after as many steps as there are rows.
#pragma once

#include "semantics/eval/decompose/Dense.h"
#include "semantics/eval/decompose/Reflectors.h"

namespace lz::decompose {

// The product of the reflectors and r, which is upper triangular, is a with its columns reordered.
struct PivotedQr {
  Dense<Complex> r;
  Reflectors<Complex> reflectors;
  std::vector<int64_t> columns; // the columns of a, in r's order
};
// Columns that `comesFirst` marks come first. Then the next column is always the one whose
// remaining part is longest. The order of the marked ones follows from exchanges as in LAPACK. Of
// several equally long columns the first one comes next.
PivotedQr pivotedQr(Dense<Complex> a, const std::vector<bool>& comesFirst);

// A matrix that is zero except on its diagonal and the two next to it. Solving turns it into an
// upper triangle, where `below` becomes the second diagonal above, with n - 2 numbers.
struct Tridiagonal {
  std::vector<Complex> below, diagonal, above; // n - 1, n and n - 1 numbers

  // Solves for b by elimination with row exchanges. Returns 0, or, if there is no solution, the
  // number, from 1 on, of the first row whose diagonal is zero.
  int64_t solve(Dense<Complex>& b);
};

} // namespace lz::decompose
