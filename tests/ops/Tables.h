// Matrices of complex numbers over some real type, and their products by plain loops.
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <vector>

namespace lz::test {

template <typename R> struct Table {
  using Number = std::complex<R>;

  int64_t rows = 0, columns = 0;
  std::vector<Number> data;

  Table(int64_t m, int64_t n) : rows(m), columns(n), data(size_t(m * n)) {}
  Number& operator()(int64_t i, int64_t j) { return data[size_t(i * columns + j)]; }
  Number operator()(int64_t i, int64_t j) const { return data[size_t(i * columns + j)]; }
};

template <typename R> Table<R> operator*(const Table<R>& a, const Table<R>& b) {
  Table<R> c(a.rows, b.columns);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t k = 0; k < a.columns; ++k)
      for (int64_t j = 0; j < b.columns; ++j)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}
template <typename R> Table<R> operator-(Table<R> a, const Table<R>& b) {
  for (size_t k = 0; k < a.data.size(); ++k)
    a.data[k] -= b.data[k];
  return a;
}
template <typename R> Table<R> adjoint(const Table<R>& a) {
  Table<R> b(a.columns, a.rows);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.columns; ++j)
      b(j, i) = std::conj(a(i, j));
  return b;
}
template <typename R>
Table<R> diagonal(const std::vector<std::complex<R>>& values, int64_t rows, int64_t columns) {
  Table<R> d(rows, columns);
  for (size_t i = 0; i < values.size(); ++i)
    d(int64_t(i), int64_t(i)) = values[i];
  return d;
}
template <typename R> Table<R> identityOf(int64_t n) {
  return diagonal(std::vector<std::complex<R>>(size_t(n), 1), n, n);
}
template <typename R> Table<R> reversed(Table<R> a) {
  std::reverse(a.data.begin(), a.data.end());
  return a;
}

// Returns the product of the reflectors in the columns of `packed`. The reflectors begin this many
// rows below the diagonal.
template <typename R>
Table<R> productOf(const Table<R>& packed, const std::vector<std::complex<R>>& taus,
                   int64_t below) {
  Table<R> q = identityOf<R>(packed.rows);
  for (size_t k = 0; k < taus.size(); ++k) {
    Table<R> v(packed.rows, 1);
    const int64_t top = int64_t(k) + below;
    v(top, 0) = 1;
    for (int64_t i = top + 1; i < packed.rows; ++i)
      v(i, 0) = packed(i, int64_t(k));
    Table<R> part = q * v * adjoint(v);
    for (std::complex<R>& x : part.data)
      x *= taus[k];
    q = q - part;
  }
  return q;
}

} // namespace lz::test
