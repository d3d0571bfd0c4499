// What ends after as many steps as there are rows.
#pragma once

#include "semantics/eval/decompose/Dense.h"
#include "semantics/eval/decompose/Reflectors.h"

namespace lz::decompose {

// a with its columns in another order is the product of the reflectors and r, an upper triangle.
struct PivotedQr {
  Dense<Complex> r;
  Reflectors<Complex> reflectors;
  std::vector<int64_t> columns; // of a, in the order of those of r
};
// Columns that `comesFirst` marks come first; of the others the one with the most left below is the
// next. LAPACK says by exchanges in which order the marked ones are, and by the first of several
// that are equally long which one is next.
PivotedQr pivotedQr(Dense<Complex> a, const std::vector<bool>& comesFirst);

// A matrix with numbers on its diagonal and on those beside it, which become those of an upper
// triangle: `below` its second diagonal above, of n - 2 numbers.
struct Tridiagonal {
  std::vector<Complex> below, diagonal, above; // n - 1, n and n - 1 numbers

  // b becomes the solution, by elimination with exchanges of rows. Returns 0, or the number, from 1
  // on, of the first row whose number on the diagonal is zero: then there is none.
  int64_t solve(Dense<Complex>& b);
};

} // namespace lz::decompose
