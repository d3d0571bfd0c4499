// The types with which factorizations compute: f16 and bf16 become floats, and complex numbers get
// operators.
#pragma once

#include "semantics/eval/Accumulate.h"
#include "spec/scalar/ComplexFormulas.h"
#include "spec/scalar/Real.h"

#include <cmath>

namespace lz::eval {

template <typename R> Complex<R> operator*(Complex<R> x, Complex<R> y) {
  return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}
template <typename R> Complex<R>& operator-=(Complex<R>& x, Complex<R> y) {
  return x = {x.re - y.re, x.im - y.im};
}
template <typename R> Complex<R>& operator+=(Complex<R>& x, Complex<R> y) {
  return x = {x.re + y.re, x.im + y.im};
}
template <typename R> Complex<R> operator/(Complex<R> x, Complex<R> y) {
  using Part = scalar::Real<R>;
  const Complex<Part> quotient =
      complex::divide(Complex<Part>{x.re, x.im}, Complex<Part>{y.re, y.im});
  return {quotient.re.value, quotient.im.value};
}

template <typename T> T conjugate(T x) {
  if constexpr (kIsComplex<T>)
    return {x.re, -x.im};
  else
    return x;
}
template <typename T> auto realPart(T x) {
  if constexpr (kIsComplex<T>)
    return x.re;
  else
    return x;
}

template <typename T> auto imaginaryPart(T x) {
  if constexpr (kIsComplex<T>)
    return x.im;
  else
    return T(0);
}
// Returns the size of a number that LAPACK compares when it chooses pivots.
template <typename T> auto sizeOf(T x) {
  return std::abs(realPart(x)) + std::abs(imaginaryPart(x));
}

} // namespace lz::eval
