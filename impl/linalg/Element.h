// Real and complex elements. A row of complex numbers is a row of twice as many real ones, and so
// is one of a panel; kernels multiply these. With z = x + iy for a row of elements of the left side
// and w for one of a panel
//
//   z w = x w + y (i w),   i w = (-im w, re w)
//
// so that what is multiplied with has two rows for each of complex numbers: w, and behind it i w.
// An element z of a small left side is the block [x y; -y x], which makes such rows of such rows;
// the block of its conjugate is the transposed one.
#pragma once

#include "base/DType.h"
#include "linalg/Matrix.h"

#include <cmath>
#include <cstdint>

namespace lz::linalg {

template <typename E> struct RealOfElement {
  using Type = E;
};
template <typename R> struct RealOfElement<Complex<R>> {
  using Type = R;
};
template <typename E> using RealOf = typename RealOfElement<E>::Type;
template <typename E> inline constexpr int64_t kParts = kIsComplex<E> ? 2 : 1;

template <typename R> inline R times(R x, R y) {
  return x * y;
}
template <typename R> inline Complex<R> times(Complex<R> x, Complex<R> y) {
  return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}
template <typename R> inline R minus(R x, R y) {
  return x - y;
}
template <typename R> inline Complex<R> minus(Complex<R> x, Complex<R> y) {
  return {x.re - y.re, x.im - y.im};
}
template <typename R> inline R conjugate(R x) {
  return x;
}
template <typename R> inline Complex<R> conjugate(Complex<R> x) {
  return {x.re, -x.im};
}
// Without squares, which may be too large or too small.
template <typename R> inline Complex<R> divide(Complex<R> x, Complex<R> y) {
  if (std::abs(y.re) >= std::abs(y.im)) {
    const R ratio = y.im / y.re, divisor = y.re + y.im * ratio;
    return {(x.re + x.im * ratio) / divisor, (x.im - x.re * ratio) / divisor};
  }
  const R ratio = y.re / y.im, divisor = y.re * ratio + y.im;
  return {(x.re * ratio + x.im) / divisor, (x.im * ratio - x.re) / divisor};
}

// Columns of the matrix are neighbours in memory.
template <typename T> Matrix<T> realView(const Matrix<T>& a) {
  return a;
}
template <typename R> Matrix<R> realView(const Matrix<Complex<R>>& a) {
  return {&a.data->re, a.rows, 2 * a.columns, 2 * a.rowStride, 1};
}
template <typename R> Matrix<const R> realView(const Matrix<const Complex<R>>& a) {
  return {&a.data->re, a.rows, 2 * a.columns, 2 * a.rowStride, 1};
}
// A row of a panel.
template <typename E> E* elementsOf(RealOf<E>* row) {
  return reinterpret_cast<E*>(row);
}

} // namespace lz::linalg
