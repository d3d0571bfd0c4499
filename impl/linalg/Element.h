// Multiplies complex matrices with real micro-kernels. A row of complex numbers, in a matrix or in
// a panel, is treated as a row of twice as many real numbers. For an element z = x + iy of the left
// matrix and a row w of a panel of the right matrix,
//
//   z w = x w + y (i w),   i w = (-im w, re w)
//
// So the right matrix has two real rows for each complex row: w, followed by i w. If the result
// also needs these two rows, the element z becomes the block [x y; -y x]. The block of the
// conjugate of z is the transposed block.
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
// Divides without squares of the parts, because squares could overflow or underflow.
template <typename R> inline Complex<R> divide(Complex<R> x, Complex<R> y) {
  if (std::abs(y.re) >= std::abs(y.im)) {
    const R ratio = y.im / y.re, divisor = y.re + y.im * ratio;
    return {(x.re + x.im * ratio) / divisor, (x.im - x.re * ratio) / divisor};
  }
  const R ratio = y.re / y.im, divisor = y.re * ratio + y.im;
  return {(x.re * ratio + x.im) / divisor, (x.im * ratio - x.re) / divisor};
}

// Returns a view of the matrix as real numbers. Elements of a row must be adjacent.
template <typename T> Matrix<T> realView(const Matrix<T>& a) {
  return a;
}
template <typename R> Matrix<R> realView(const Matrix<Complex<R>>& a) {
  return {&a.data->re, a.rows, 2 * a.columns, 2 * a.rowStride, 1};
}
template <typename R> Matrix<const R> realView(const Matrix<const Complex<R>>& a) {
  return {&a.data->re, a.rows, 2 * a.columns, 2 * a.rowStride, 1};
}
// Returns a row of a panel as elements, which are real or complex.
template <typename E> E* elementsOf(RealOf<E>* row) {
  return reinterpret_cast<E*>(row);
}

} // namespace lz::linalg
