// Methods that end after as many steps as there are rows.
#pragma once

#include "semantics/eval/decompose/Dense.h"
#include "semantics/eval/decompose/Reflectors.h"

namespace lz::decompose {

// a with its columns in another order is the product of the reflectors and r, an upper triangle.
struct PivotedQr {
  Dense<Complex> r;
  Reflectors<Complex> reflectors;
  std::vector<int64_t> columns; // those of a, in r's order
};
// Columns that `comesFirst` marks come first. Of the others, the next is always the one with the
// largest rest. LAPACK's exchanges decide the order of the marked ones, and of several equally long
// columns the first one is next.
PivotedQr pivotedQr(Dense<Complex> a, const std::vector<bool>& comesFirst);

// A matrix with numbers on its diagonal and on the two next to it. Solving turns them into those of
// an upper triangle, where `below` is the second diagonal above, with n - 2 numbers.
struct Tridiagonal {
  std::vector<Complex> below, diagonal, above; // n - 1, n and n - 1 numbers

  // Solves for b by elimination with exchanges of rows. Returns 0, or the number, from 1 on, of the
  // first row whose diagonal is zero: then there is no solution.
  int64_t solve(Dense<Complex>& b);
};

} // namespace lz::decompose
