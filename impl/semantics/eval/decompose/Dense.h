// Matrices of numbers that are wider than the element type of any tensor. Operands are widened
// before the computation, and results are rounded once after it. So the order of sums hardly
// matters, and products of eight f64 neither overflow nor underflow.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

namespace lz::decompose {

using Real = long double;
using Complex = std::complex<Real>;

static_assert(std::numeric_limits<Real>::max_exponent >=
              8 * std::numeric_limits<double>::max_exponent);
inline constexpr Real kRoundoff = std::numeric_limits<Real>::epsilon();

inline Real conjugate(Real x) {
  return x;
}
inline Complex conjugate(Complex x) {
  return std::conj(x);
}

template <typename T> struct Dense {
  int64_t rows, columns;
  std::vector<T> numbers; // row-major

  Dense(int64_t m, int64_t n) : rows(m), columns(n), numbers(size_t(m * n)) {}
  T& operator()(int64_t i, int64_t j) { return numbers[size_t(i * columns + j)]; }
  const T& operator()(int64_t i, int64_t j) const { return numbers[size_t(i * columns + j)]; }
};

template <typename T> Dense<T> identity(int64_t n) {
  Dense<T> one(n, n);
  for (int64_t i = 0; i < n; ++i)
    one(i, i) = 1;
  return one;
}

template <typename T> Dense<T> adjoint(const Dense<T>& a) {
  Dense<T> b(a.columns, a.rows);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.columns; ++j)
      b(j, i) = conjugate(a(i, j));
  return b;
}

template <typename T> Dense<T> product(const Dense<T>& a, const Dense<T>& b) {
  Dense<T> c(a.rows, b.columns);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t k = 0; k < a.columns; ++k)
      for (int64_t j = 0; j < b.columns; ++j)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}

// Returns the matrix with its rows and columns in reverse order.
template <typename T> Dense<T> reversed(Dense<T> a) {
  std::reverse(a.numbers.begin(), a.numbers.end());
  return a;
}

// Returns the Frobenius norm.
template <typename T> Real normOf(const Dense<T>& a) {
  Real squares = 0;
  for (const T& x : a.numbers)
    squares += std::norm(x);
  return std::sqrt(squares);
}

} // namespace lz::decompose
