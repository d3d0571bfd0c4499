#include "semantics/eval/decompose/Direct.h"

#include <utility>

namespace lz::decompose {
namespace {

void exchangeColumns(PivotedQr& qr, int64_t i, int64_t j) {
  std::swap(qr.columns[size_t(i)], qr.columns[size_t(j)]);
  for (int64_t row = 0; row < qr.r.rows && i != j; ++row)
    std::swap(qr.r(row, i), qr.r(row, j));
}

int64_t longestColumn(const Dense<Complex>& a, int64_t row, int64_t from) {
  int64_t longest = from;
  Real most = -1;
  for (int64_t j = from; j < a.columns; ++j) {
    Real squares = 0;
    for (int64_t i = row; i < a.rows; ++i)
      squares += std::norm(a(i, j));
    if (squares > most) {
      most = squares;
      longest = j;
    }
  }
  return longest;
}

// Returns the size of a complex number as LAPACK defines it when it chooses pivots.
Real sizeOf(Complex x) {
  return std::abs(x.real()) + std::abs(x.imag());
}

// Subtracts factor times row k from row i of b.
void subtractRow(Dense<Complex>& b, int64_t i, Complex factor, int64_t k) {
  for (int64_t j = 0; j < b.columns; ++j)
    b(i, j) -= factor * b(k, j);
}

} // namespace

PivotedQr pivotedQr(Dense<Complex> a, const std::vector<bool>& comesFirst) {
  const int64_t count = std::min(a.rows, a.columns);
  PivotedQr qr{std::move(a), {0, 0}, {}};
  qr.reflectors = {qr.r.rows, count};
  int64_t fixed = 0;
  for (int64_t j = 0; j < qr.r.columns; ++j) {
    qr.columns.push_back(j);
    if (comesFirst[size_t(j)])
      exchangeColumns(qr, j, fixed++);
  }
  for (int64_t k = 0; k < count; ++k) {
    if (k >= fixed)
      exchangeColumns(qr, k, longestColumn(qr.r, k, k));
    qr.reflectors.reduceColumn(k, qr.r, k, k);
  }
  return qr;
}

int64_t Tridiagonal::solve(Dense<Complex>& b) {
  const auto n = int64_t(diagonal.size());
  for (int64_t row = 0; row + 1 < n; ++row) {
    const auto i = size_t(row);
    const bool isLast = row + 2 == n;
    if (sizeOf(diagonal[i]) >= sizeOf(below[i])) {
      if (diagonal[i] == Complex(0))
        return row + 1;
      const Complex factor = below[i] / diagonal[i];
      diagonal[i + 1] -= factor * above[i];
      subtractRow(b, row + 1, factor, row);
      below[i] = 0;
      continue;
    }
    // Exchanges rows i and i + 1, and then eliminates the element below the diagonal.
    const Complex factor = diagonal[i] / below[i];
    diagonal[i] = std::exchange(below[i], isLast ? Complex(0) : above[i + 1]);
    const Complex next = std::exchange(diagonal[i + 1], above[i] - factor * diagonal[i + 1]);
    if (!isLast)
      above[i + 1] *= -factor;
    above[i] = next;
    for (int64_t j = 0; j < b.columns; ++j)
      std::swap(b(row, j), b(row + 1, j));
    subtractRow(b, row + 1, factor, row);
  }
  if (n > 0 && diagonal[size_t(n - 1)] == Complex(0))
    return n;
  for (int64_t row = n; row-- > 0;) {
    const auto i = size_t(row);
    if (row + 1 < n)
      subtractRow(b, row, above[i], row + 1);
    if (row + 2 < n)
      subtractRow(b, row, below[i], row + 2);
    for (int64_t j = 0; j < b.columns; ++j)
      b(row, j) /= diagonal[i];
  }
  return 0;
}

} // namespace lz::decompose
