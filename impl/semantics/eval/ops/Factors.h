// Factorizations that compute one element after the other. Each sum begins with the term of the
// first index.
#pragma once

#include "semantics/eval/ops/Matrices.h"
#include "semantics/eval/ops/Numbers.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace lz::eval {

// Computes the lower triangle l with l l^H = a. Reads only the lower triangle of a, without the
// imaginary parts of the diagonal. Returns 0 if a is positive definite. Otherwise returns the
// number of the first leading minor that is not positive, counted from 1.
template <typename T> int64_t factorCholesky(Matrix<const T> a, Matrix<T> l) {
  for (int64_t j = 0; j < a.rows; ++j)
    for (int64_t i = j; i < a.rows; ++i) {
      T sum = a(i, j);
      for (int64_t k = 0; k < j; ++k)
        sum -= l(i, k) * conjugate(l(j, k));
      if (i == j && !(realPart(sum) > 0))
        return j + 1;
      l(i, j) = i == j ? T{std::sqrt(realPart(sum))} : sum / l(j, j);
    }
  return 0;
}

struct Side {
  bool left, lower, isTransposed, isConjugate, isUnit;
};

// Solves a x = b, where a is a lower or upper triangle. For an upper triangle, begins with the last
// row. On entry x contains b.
template <typename T> void solveFromLeft(Matrix<const T> a, Matrix<T> x, const Side& side) {
  auto element = [&](int64_t i, int64_t k) {
    return side.isConjugate ? conjugate(a(i, k)) : a(i, k);
  };
  const int64_t n = a.rows;
  for (int64_t step = 0; step < n; ++step) {
    const int64_t i = side.lower ? step : n - 1 - step;
    for (int64_t j = 0; j < x.columns; ++j) {
      T sum = x(i, j);
      for (int64_t k = side.lower ? 0 : i + 1; k < (side.lower ? i : n); ++k)
        sum -= element(i, k) * x(k, j);
      x(i, j) = side.isUnit ? sum : sum / element(i, i);
    }
  }
}

// Solves op(a) x = b, or x op(a) = b, which is op(a)^T x^T = b^T.
template <typename T> void solveTriangle(Matrix<const T> a, Matrix<T> x, Side side) {
  const bool turns = side.isTransposed == side.left;
  side.lower = side.lower != turns;
  solveFromLeft(turns ? a.transposed() : a, side.left ? x : x.transposed(), side);
}

template <typename T> T narrow(Complex<double> x) {
  if constexpr (kIsComplex<T>)
    return {decltype(T::re)(x.re), decltype(T::re)(x.im)};
  else
    return T(x.re);
}

// Computes LU in place, with the pivots that LAPACK chooses. Returns LAPACK's info.
template <typename T> int64_t factorLu(Matrix<T> a, int32_t* pivots) {
  int64_t info = 0;
  for (int64_t j = 0; j < std::min(a.rows, a.columns); ++j) {
    int64_t pivot = j;
    for (int64_t i = j + 1; i < a.rows; ++i)
      if (sizeOf(a(i, j)) > sizeOf(a(pivot, j)))
        pivot = i;
    pivots[j] = int32_t(pivot + 1);
    if (a(pivot, j) == T{}) {
      info = info == 0 ? j + 1 : info;
      continue;
    }
    for (int64_t c = 0; c < a.columns; ++c)
      std::swap(a(j, c), a(pivot, c));
    for (int64_t i = j + 1; i < a.rows; ++i) {
      a(i, j) = a(i, j) / a(j, j);
      for (int64_t c = j + 1; c < a.columns; ++c)
        a(i, c) -= a(i, j) * a(j, c);
    }
  }
  return info;
}

// Makes a reflector h = I - tau v v^H with v(0) = 1, and returns tau as LAPACK defines it. The
// adjoint of h turns the vector x into a real number followed by zeros. x is overwritten by that
// number, followed by v without v(0).
template <typename T> T makeReflector(Matrix<T> x) {
  double below = 0;
  for (int64_t i = 1; i < x.rows; ++i)
    below = std::hypot(below, double(realPart(x(i, 0))), double(imaginaryPart(x(i, 0))));
  const double re = x.rows == 0 ? 0 : double(realPart(x(0, 0))),
               im = x.rows == 0 ? 0 : double(imaginaryPart(x(0, 0)));
  if (below == 0 && im == 0)
    return T{};
  const double beta = -std::copysign(std::hypot(re, im, below), re);
  const Complex<double> alpha{re - beta, im};
  for (int64_t i = 1; i < x.rows; ++i) {
    const Complex<double> from{double(realPart(x(i, 0))), double(imaginaryPart(x(i, 0)))};
    x(i, 0) = narrow<T>(from / alpha);
  }
  x(0, 0) = narrow<T>({beta, 0});
  return narrow<T>({(beta - re) / beta, -im / beta});
}

// Overwrites y with h y. The reflector h = 1 - tau v v^H is the one of makeReflector. The first
// element of v counts as 1 and is not read.
template <typename T> void applyReflector(Matrix<const T> v, T tau, Matrix<T> y) {
  for (int64_t j = 0; j < y.columns && y.rows > 0; ++j) {
    T sum = y(0, j);
    for (int64_t i = 1; i < y.rows; ++i)
      sum += conjugate(v(i, 0)) * y(i, j);
    y(0, j) -= tau * sum;
    for (int64_t i = 1; i < y.rows; ++i)
      y(i, j) -= v(i, 0) * (tau * sum);
  }
}

template <typename T> void factorQr(Matrix<T> a, T* tau) {
  for (int64_t j = 0; j < std::min(a.rows, a.columns); ++j) {
    const Matrix<T> x = a.block(j, j, a.rows - j, 1);
    tau[j] = makeReflector(x);
    applyReflector<T>(x, conjugate(tau[j]), a.block(j, j + 1, a.rows - j, a.columns - j - 1));
  }
}

// Computes the first columns of h[0] h[1] ... h[count - 1]. The vectors of these reflectors are
// below the diagonal of a.
template <typename T> void formQ(Matrix<const T> a, const T* tau, int64_t count, Matrix<T> q) {
  for (int64_t i = 0; i < q.rows; ++i)
    for (int64_t j = 0; j < q.columns; ++j)
      q(i, j) = i == j ? narrow<T>({1, 0}) : T{};
  for (int64_t j = count; j-- > 0;)
    applyReflector(a.block(j, j, a.rows - j, 1), tau[j], q.block(j, 0, q.rows - j, q.columns));
}

} // namespace lz::eval
