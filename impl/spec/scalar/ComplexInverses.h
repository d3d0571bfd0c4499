// Inverse trigonometric and hyperbolic functions of complex numbers, as formulas on their parts
// (ComplexFormulas.h).
#pragma once

#include "spec/scalar/ComplexFormulas.h"

#include <cmath>

namespace lz::complex {

// If |x| is above this bound, terms of size 1 / |x| are smaller than rounding errors. The square of
// the bound is finite.
inline constexpr double kHuge = 0x1p60;
inline constexpr double kLogOf2 = 0.69314718055994530942;

// The ellipse with the foci -1 and 1 through the point z = x + iy. x and y are not negative. The
// half-axes are a = (|z + 1| + |z - 1|) / 2 and b = sqrt(a^2 - 1). Let t be the number with z = a
// cos t + i b sin t. Then acos z = t - i log(a + b).
template <typename R> struct Ellipse {
  R rise; // a sin t; the angle of the point (x, rise) is t
  R logarithm;
};

// The formulas avoid cancellation. a - 1 is a sum of terms like y^2 / (|z + 1| + (1 + x)) (Hull,
// Fairgrieve and Tang, "Implementing the complex arcsine and arccosine functions", 1997). b^2 = (a
// - 1)(a + 1) and rise^2 = (a - x)(a + x). For x < 1, the formula for b^2 would lose digits. For x
// > 1, the formula for rise^2 would lose digits. In the first case rise is known, in the second
// case b is known, and b * rise = a * y gives the other one. For very large |z|, a + b = 2 |z|, and
// t is the angle of z.
template <typename R> Ellipse<R> ellipseThrough(R x, R y) {
  auto isRight = x > 1.0;
  R gap = abs(x - 1.0);
  R toMinusOne = abs(Complex<R>{x + 1.0, y}), toOne = abs(Complex<R>{gap, y});
  R divisor = toOne + gap;
  R parts = y / (toMinusOne + (x + 1.0)) * y + y / select(divisor == 0.0, 1.0, divisor) * y;
  R aMinusOne = parts * 0.5 + select(isRight, gap, 0.0);
  R a = aMinusOne + 1.0;
  R root = sqrt((aMinusOne + select(isRight, 0.0, gap)) * (a + select(isRight, 1.0, x)));
  R other = y * a / select(root == 0.0, 1.0, root);
  Magnitude<R> m = magnitudeOf(Complex<R>{x, y});
  auto isFar = m.largest > kHuge;
  R b = select(isRight, root, other);
  R near = log1p(select(isFar, m.ratio * m.ratio, aMinusOne + b));
  return {select(isFar, y, select(isRight, other, root)),
          select(isFar, near * 0.5 + (log(m.largest) + kLogOf2), near)};
}

template <typename R> Complex<R> asin(Complex<R> x) {
  Ellipse<R> e = ellipseThrough(abs(x.re), abs(x.im));
  return {atan2(x.re, e.rise), copySign(e.logarithm, x.im)};
}
template <typename R> Complex<R> acos(Complex<R> x) {
  Ellipse<R> e = ellipseThrough(abs(x.re), abs(x.im));
  return {atan2(e.rise, x.re), copySign(e.logarithm, -x.im)};
}
// Returns -i asin(i x).
template <typename R> Complex<R> asinh(Complex<R> x) {
  Ellipse<R> e = ellipseThrough(abs(x.im), abs(x.re));
  return {copySign(e.logarithm, x.re), atan2(x.im, e.rise)};
}
// Returns i acos x or -i acos x, whichever has a nonnegative real part.
template <typename R> Complex<R> acosh(Complex<R> x) {
  Ellipse<R> e = ellipseThrough(abs(x.re), abs(x.im));
  return {e.logarithm, copySign(atan2(e.rise, x.re), x.im)};
}

// The real part of the result is log(|1 + x| / |1 - x|) / 2. The imaginary part is half the angle
// of (1 + x)(1 - conj x). The square of the quotient is 1 + 4a / |1 - x|^2, or 1 + 4a / |x|^2 for
// very large |x|. Close to the pole the square of the distance underflows, and the quotient is 2 /
// b.
template <typename R> Complex<R> atanh(Complex<R> x) {
  constexpr double kNear = 0x1p-110; // so near to the pole that a = 1
  R a = abs(x.re), b = abs(x.im), gap = constantLike(a, 1.0) - a;
  Magnitude<R> m = magnitudeOf(x);
  auto isFar = m.largest > kHuge;
  R square = gap * gap + b * b;
  R share = select(a >= b, 1.0, m.ratio); // a / m.largest
  R excess = select(isFar, share * 4.0 / (m.ratio * m.ratio + 1.0) / m.largest, a * 4.0 / square);
  R twice = select(square < kNear, constantLike(b, kLogOf2) - log(b), log1p(excess) * 0.5);
  R turn = atan2(min(b, constantLike(b, kHuge)) * 2.0,
                 select(isFar, -kInfinity, gap * (a + 1.0) - b * b));
  return {copySign(twice * 0.5, x.re), copySign(turn * 0.5, x.im)};
}
// Returns -i atanh(i x).
template <typename R> Complex<R> atan(Complex<R> x) {
  Complex<R> turned = atanh(Complex<R>{-x.im, x.re});
  return {turned.im, -turned.re};
}

template <typename R> R realAsinh(R x) {
  R size = abs(x);
  auto isFar = size > 0x1p30;
  R near = select(isFar, 0.0, size), far = select(isFar, size, 1.0);
  R logarithm = log1p(near + near * near / (sqrt(near * near + 1.0) + 1.0));
  return copySign(select(isFar, log(far) + kLogOf2, logarithm), x);
}

// Multiplies both numbers by the same power of two, so that the largest of their parts is about 1.
template <typename R> void scaleToOne(Complex<R>& x, Complex<R>& y) {
  R size = max(max(abs(x.re), abs(x.im)), max(abs(y.re), abs(y.im)));
  const bool isWide = leastNormal(size) < 0x1p-126;
  for (int exponent = isWide ? 512 : 64; exponent > 0; exponent /= 2) {
    const double large = std::ldexp(1.0, exponent), small = 1 / large;
    R factor = select(size < small, large, select(size > large, small, constantLike(size, 1.0)));
    size = size * factor;
    x = {x.re * factor, x.im * factor};
    y = {y.re * factor, y.im * factor};
  }
}

// Returns x^2 + y^2. Near the zeros of this sum, computes (x + iy)(x - iy), which loses no digits
// there. Elsewhere this product could lose a small imaginary part. Even a small imaginary part
// matters, because its sign selects one of the two square roots.
template <typename R> Complex<R> sumOfSquares(Complex<R> x, Complex<R> y) {
  Complex<R> u = {x.re - y.im, x.im + y.re}, v = {x.re + y.im, x.im - y.re};
  Complex<R> product = multiply(u, v);
  R terms = abs(u.re * v.im) + abs(u.im * v.re);
  R parts = abs(x.re * x.im) + abs(y.re * y.im);
  R sum = (x.re * x.im + y.re * y.im) * 2.0;
  return {product.re, select(parts < terms, sum, product.im)};
}

// Returns -i log((x + iy) / s) with s = sqrt(x^2 + y^2). The poles are at x = iy and x = -iy. For
// the result a + bi, re(x / s) = cos a cosh b, re(y / s) = sin a cosh b, and sinh 2b = (|x - iy|^2
// - |x + iy|^2) / 2|s|^2 = 2 (re x im y - im x re y) / |s|^2. Close to the poles no digits are
// lost, because s^2 = (x + iy)(x - iy).
template <typename R> Complex<R> atan2(Complex<R> y, Complex<R> x) {
  scaleToOne(x, y);
  Complex<R> square = sumOfSquares(x, y);
  Complex<R> s = sqrt(square);
  R twice = x.re * y.im - x.im * y.re, divisor = abs(square);
  R sinh = twice * 2.0 / select((divisor == 0.0) & (twice == 0.0), 1.0, divisor);
  return {atan2(y.re * s.re + y.im * s.im, x.re * s.re + x.im * s.im), realAsinh(sinh) * 0.5};
}

} // namespace lz::complex
