// Defines functions of complex numbers by formulas on real and imaginary parts. The interpreter
// runs the formulas on floats (spec/scalar/Real.h). The pass that splits complex numbers runs them
// on values of the program (hlo/rewrite/RealValue.h).
//
// R is the type of a part. It must have + - * / and comparisons with R and double. Comparisons
// return predicates, which have & and |. R must also have constantLike(x, value), select(predicate,
// x, y), and the real functions that are used below. In a select, x or y can be a double.
// isNegative reads the sign bit, so it is true for -0. exp of a number below exponentLimit does not
// overflow. leastNormal is the smallest normal number.
//
// Branch cuts are those of C99, Annex G, and depend on the signs of zeros. If a float can represent
// the result, no intermediate magnitude overflows or vanishes. Products are computed as (ac - bd,
// ad + bc), so products of infinities can be NaN. Inverse trigonometric and hyperbolic functions
// are in ComplexInverses.h.
#pragma once

#include "base/DType.h"

#include <limits>

namespace lz::complex {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename R> R copySign(R magnitude, R sign) {
  return select(isNegative(sign), -abs(magnitude), abs(magnitude));
}
template <typename R> auto isInfinite(R x) {
  return abs(x) == kInfinity;
}
template <typename R> auto isInfinite(Complex<R> x) {
  return isInfinite(x.re) | isInfinite(x.im);
}
template <typename R> auto isZero(Complex<R> x) {
  return (x.re == 0.0) & (x.im == 0.0);
}
template <typename P, typename R> Complex<R> select(P p, Complex<R> x, Complex<R> y) {
  return {select(p, x.re, y.re), select(p, x.im, y.im)};
}

// The absolute value of x as a product of factors that do not overflow: |x| = largest * hypotenuse.
// `ratio` is the smaller part of x divided by the larger one.
template <typename R> struct Magnitude {
  R largest;    // infinite if a part is infinite
  R ratio;      // in [0, 1]; 0 if the largest is 0 or infinite
  R hypotenuse; // sqrt(1 + ratio^2)
};
template <typename R> Magnitude<R> magnitudeOf(Complex<R> x) {
  R a = abs(x.re), b = abs(x.im);
  R largest = select(isInfinite(x), kInfinity, max(a, b));
  R ratio = select((largest == 0.0) | (largest == kInfinity), 0.0, min(a, b) / largest);
  return {largest, ratio, sqrt(ratio * ratio + 1.0)};
}

template <typename R> R abs(Complex<R> x) {
  Magnitude<R> m = magnitudeOf(x);
  return m.largest * m.hypotenuse;
}
template <typename R> R angle(Complex<R> x) {
  return atan2(x.im, x.re);
}

template <typename R> Complex<R> add(Complex<R> x, Complex<R> y) {
  return {x.re + y.re, x.im + y.im};
}
template <typename R> Complex<R> subtract(Complex<R> x, Complex<R> y) {
  return {x.re - y.re, x.im - y.im};
}
template <typename R> Complex<R> negate(Complex<R> x) {
  return {-x.re, -x.im};
}
template <typename R> Complex<R> multiply(Complex<R> x, Complex<R> y) {
  return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

// Returns the direction of an infinite number: infinite parts become 1 and finite parts 0, with
// their signs.
template <typename R> Complex<R> direction(Complex<R> x) {
  auto part = [](R p) { return copySign(select(isInfinite(p), 1.0, p * 0.0), p); };
  return {part(x.re), part(x.im)};
}

// A number multiplied by a power of two. The multiplication is exact. Products of the result with
// numbers near 1 neither overflow nor lose digits.
template <typename R> struct Scaled {
  Complex<R> number;
  R back; // the reciprocal of the power

  explicit Scaled(Complex<R> x) : number(x), back(constantLike(x.re, 1.0)) {
    R size = max(abs(x.re), abs(x.im));
    auto isLarge = size > 1.0, isSmall = size < leastNormal(size) * 4;
    R factor = select(isLarge, 0.25, select(isSmall, 0x1p54, back));
    back = select(isLarge, 4.0, select(isSmall, 0x1p-54, back));
    number = {x.re * factor, x.im * factor};
  }
};

// Returns x / y. Computes x * conj(y / m) / |y / m|^2 / m, in which m is the largest part of y, so
// no square overflows. A number divided by 0 is infinite, and a number divided by an infinity is 0.
template <typename R> Complex<R> divide(Complex<R> x, Complex<R> y) {
  R m = max(abs(y.re), abs(y.im));
  auto byInfinity = isInfinite(y);
  auto byZero = m == 0.0;
  R safe = select(byZero | byInfinity, 1.0, m);
  Complex<R> unit = select(byInfinity, direction(y), Complex<R>{y.re / safe, y.im / safe});
  R square = unit.re * unit.re + unit.im * unit.im;
  Complex<R> turned = {unit.re / square, -unit.im / square};
  // If x is infinite and y is finite, x is replaced by its direction, because 0 times infinity
  // would be NaN.
  auto ofInfinity = isInfinite(x) & (abs(y.re) < kInfinity) & (abs(y.im) < kInfinity);
  Scaled<R> scaled(x);
  Complex<R> product = multiply(select(ofInfinity, direction(x), scaled.number), turned);
  R last = select(byInfinity, kInfinity, safe);
  Complex<R> quotient = {product.re / last * scaled.back, product.im / last * scaled.back};
  quotient =
      select(ofInfinity, Complex<R>{product.re * kInfinity, product.im * kInfinity}, quotient);
  return select(byZero, Complex<R>{x.re / y.re, x.im / y.re}, quotient);
}

// Returns x / |x|.
template <typename R> Complex<R> sign(Complex<R> x) {
  Magnitude<R> m = magnitudeOf(x);
  R safe = select(m.largest == 0.0, 1.0, m.largest);
  return {x.re / safe / m.hypotenuse, x.im / safe / m.hypotenuse};
}

// Even if e^x overflows, its product with a small number can be finite. So e^x is kept as the
// factors e^t, e^t and e^40 with t = x / 2 - 20. e^t is finite for every x for which a denormal
// number times e^x is finite.
inline constexpr double kShift = 20, kPowerOfTwoShifts = 235385266837019985.41;

// e^x as a product of factors.
template <typename R> struct Power {
  R first, second, third;
  R times(R factor) const { return first * factor * second * third; }
};
template <typename R> Power<R> powerOfE(R x) {
  auto isLarge = x > exponentLimit(x);
  R first = exp(select(isLarge, x * 0.5 - kShift, x));
  return {first, select(isLarge, first, 1.0),
          select(isLarge, kPowerOfTwoShifts, constantLike(x, 1.0))};
}

template <typename R> Complex<R> exponential(Complex<R> x) {
  Power<R> e = powerOfE(x.re);
  auto vanishes = x.re == -kInfinity;
  return {select(vanishes, 0.0, e.times(cos(x.im))),
          select(vanishes | (x.im == 0.0), select(vanishes, 0.0, x.im), e.times(sin(x.im)))};
}

// Returns e^x - 1 for x = a + bi. Near 0, cos b - 1 is computed as -2 sin^2(b / 2), which keeps the
// digits. For |a| > 1 the two terms would cancel, so e^x itself is used.
template <typename R> Complex<R> exponentialMinusOne(Complex<R> x) {
  Complex<R> whole = exponential(x);
  R half = sin(x.im * 0.5);
  R re = expm1(x.re) * cos(x.im) - half * half * 2.0;
  return {select(abs(x.re) > 1.0, whole.re - 1.0, re), whole.im};
}

// Returns log |x|. Near |x| = 1 the plain formula loses digits, so this uses |x|^2 - 1 = (m - 1)(m
// + 1) + n^2.
template <typename R> R logOfAbs(Complex<R> x) {
  Magnitude<R> m = magnitudeOf(x);
  R n = min(abs(x.re), abs(x.im));
  auto isNearOne = (m.largest > 0.5) & (m.largest < 2.0);
  R square = select(isNearOne, (m.largest - 1.0) * (m.largest + 1.0) + n * n, m.ratio * m.ratio);
  return log1p(square) * 0.5 + select(isNearOne, 0.0, log(m.largest));
}
template <typename R> Complex<R> log(Complex<R> x) {
  return {logOfAbs(x), angle(x)};
}

// Uses |1 + x|^2 - 1 = a (2 + a) + b^2.
template <typename R> Complex<R> logPlusOne(Complex<R> x) {
  Complex<R> sum = {x.re + 1.0, x.im};
  R largest = max(abs(sum.re), abs(sum.im));
  auto isNearOne = (largest > 0.5) & (largest < 2.0);
  R square = select(isNearOne, x.re * (x.re + 2.0) + x.im * x.im, 0.0);
  return {select(isNearOne, log1p(square) * 0.5, logOfAbs(sum)), angle(sum)};
}

// The larger part of the square root of x = a + bi is sqrt((|a| + |x|) / 2). |a| and |x| are first
// divided by the larger one of |a| and |b|.
template <typename R> Complex<R> sqrt(Complex<R> x) {
  Magnitude<R> m = magnitudeOf(x);
  R a = select(abs(x.re) >= abs(x.im), 1.0, m.ratio);
  R w = sqrt(m.largest) * sqrt((a + m.hypotenuse) * 0.5);
  R other = abs(x.im) / (select(w == 0.0, 1.0, w) * 2.0);
  auto isLeft = isNegative(x.re);
  auto isFar = isInfinite(x.im);
  R re = select(isFar, kInfinity, select(isLeft, other, w));
  R im = select(isFar, kInfinity, select(isLeft, w, other));
  return {re, copySign(im, x.im)};
}

// Returns conj(w) / |w|^2 with w = sqrt(x). Zeros have the right signs.
template <typename R> Complex<R> rsqrt(Complex<R> x) {
  Complex<R> root = sqrt(x);
  Complex<R> inverse = divide(Complex<R>{constantLike(x.re, 1.0), constantLike(x.re, 0.0)}, root);
  return {inverse.re, copySign(inverse.im, -root.im)};
}

// |x| can overflow or be denormal, so x is first multiplied by the cube of a power of two.
template <typename R> Complex<R> cbrt(Complex<R> x) {
  Magnitude<R> m = magnitudeOf(x);
  R one = constantLike(m.largest, 1.0);
  auto isLarge = m.largest > 1.0, isSmall = m.largest < leastNormal(one) * 4;
  R cube = select(isLarge, 0x1p-3, select(isSmall, 0x1p54, one));
  R back = select(isLarge, 0x1p1, select(isSmall, 0x1p-18, one));
  R radius = cbrt(m.largest * cube * m.hypotenuse) * back, third = angle(x) / 3.0;
  return {radius * cos(third), radius * sin(third)};
}

// Computes sinh x and cosh x, both multiplied by a factor of at most 1, so that they do not
// overflow. With m = e^|x| - 1, sinh |x| = (m + m / (m + 1)) / 2 and cosh x = 1 + m^2 / (m + 1) /
// 2.
template <typename R> struct Hyperbolic {
  R x;
  decltype(x == x) isLarge;
  R minusOne; // e^|x| - 1; if |x| is large, e^(|x| / 2 - kShift) - 1

  explicit Hyperbolic(R x)
      : x(x), isLarge(abs(x) > exponentLimit(x)),
        minusOne(expm1(select(isLarge, abs(x) * 0.5 - kShift, abs(x)))) {}

  R sinhTimes(R factor) const {
    R small = (minusOne + minusOne / (minusOne + 1.0)) * 0.5 * factor;
    R size = choose(small, factor);
    return select(isNegative(x), -size, size);
  }
  R coshTimes(R factor) const {
    return choose((minusOne / (minusOne + 1.0) * minusOne * 0.5 + 1.0) * factor, factor);
  }

private:
  R choose(R small, R factor) const {
    R root = minusOne + 1.0, large = root * factor * root * (kPowerOfTwoShifts * 0.5);
    return select(factor == 0.0, factor, select(isLarge, large, small)); // 0 times infinity is 0
  }
};

template <typename R> Complex<R> sine(Complex<R> x) {
  Hyperbolic<R> h(x.im);
  return {h.coshTimes(sin(x.re)), h.sinhTimes(cos(x.re))};
}
template <typename R> Complex<R> cosine(Complex<R> x) {
  Hyperbolic<R> h(x.im);
  return {h.coshTimes(cos(x.re)), -h.sinhTimes(sin(x.re))};
}
template <typename R> Complex<R> sinh(Complex<R> x) {
  Hyperbolic<R> h(x.re);
  return {h.sinhTimes(cos(x.im)), h.coshTimes(sin(x.im))};
}
template <typename R> Complex<R> cosh(Complex<R> x) {
  Hyperbolic<R> h(x.re);
  return {h.coshTimes(cos(x.im)), h.sinhTimes(sin(x.im))};
}

// Returns (sinh a cosh a + i sin b cos b) / (sinh^2 a + cos^2 b). If |a| is above 20, the real part
// is +-1 and the imaginary part is 4 sin b cos b e^(-2 |a|).
template <typename R> Complex<R> tanh(Complex<R> x) {
  constexpr double kFar = 20;
  R a = abs(x.re), s = sin(x.im), c = cos(x.im);
  Hyperbolic<R> h(min(a, constantLike(a, kFar)));
  R one = constantLike(a, 1.0);
  R sinh = h.sinhTimes(one), cosh = h.coshTimes(one);
  R divisor = sinh * sinh + c * c;
  R im = select(a > kFar, s * c * 4.0 * exp(a * -2.0), s * c / divisor);
  return {copySign(select(a > kFar, 1.0, sinh * cosh / divisor), x.re), im};
}
// Returns -i tanh(i x).
template <typename R> Complex<R> tan(Complex<R> x) {
  Complex<R> turned = tanh(Complex<R>{-x.im, x.re});
  return {turned.im, -turned.re};
}

// Returns 1 / (1 + e^-x) without computing the sum, which loses digits near the poles. Let x = a +
// bi, t = e^-|a|, m = 1 - t and c = cos(b / 2). For positive a, |1 + e^-x|^2 is m^2 + 4 t c^2. For
// negative a, it is this sum divided by t^2.
template <typename R> Complex<R> logistic(Complex<R> x) {
  R size = abs(x.re), t = exp(-size), m = -expm1(-size);
  auto vanishes = t == 0.0; // true for every angle b
  R c = select(vanishes, 1.0, cos(x.im * 0.5));
  R squares = m * m + t * c * c * 4.0, turned = c * c * 2.0;
  R re = select(x.re < 0.0, t * (turned - m), m + t * turned);
  return {re / squares, select(vanishes, 0.0, t * sin(x.im) / squares)};
}

// Returns x^y for y = c + di. Let t be the angle of x. Then the magnitude of the result is |x|^c
// e^(-d t), and the angle of the result is d log|x| + c t. If a factor of this product overflows or
// underflows, the magnitude is computed as e^(c log|x| - d t). x^0 is 1.
template <typename R> Complex<R> power(Complex<R> x, Complex<R> y) {
  R theta = angle(x), base = abs(x), logarithm = logOfAbs(x);
  R growth = pow(base, y.re), decay = exp(-(y.im * theta)), radius = growth * decay;
  R turn = y.im * logarithm + y.re * theta;
  R least = constantLike(base, leastNormal(base));
  auto holds = (growth >= least) & (growth < kInfinity) & (decay >= least) & (decay < kInfinity) &
               (radius < kInfinity);
  Complex<R> whole = exponential(Complex<R>{y.re * logarithm - y.im * theta, turn});
  Complex<R> number = select(holds, Complex<R>{radius * cos(turn), radius * sin(turn)}, whole);
  auto isPlain = isZero(x) | isZero(y);
  return select(isPlain, Complex<R>{growth, constantLike(base, 0.0)}, number);
}

// Compares the real parts, or the imaginary parts if the real parts are equal.
template <typename R> auto isLess(Complex<R> x, Complex<R> y) {
  return (x.re < y.re) | ((x.re == y.re) & (x.im < y.im));
}
template <typename R> auto isEqual(Complex<R> x, Complex<R> y) {
  return (x.re == y.re) & (x.im == y.im);
}
template <typename R> Complex<R> maximum(Complex<R> x, Complex<R> y) {
  return select(isLess(y, x), x, y);
}
template <typename R> Complex<R> minimum(Complex<R> x, Complex<R> y) {
  return select(isLess(x, y), x, y);
}

} // namespace lz::complex
