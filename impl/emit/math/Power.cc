// Emits powers and roots: x^y, the cube root, and the reciprocal square root.
#include "emit/math/Math.h"
#include "emit/math/SharedFormulas.h"

#include <cmath>

namespace lz::emit {

namespace math {

namespace {

// Coefficients of (2 atanh(s) / s - 2 - 2 z / 3) / z^2 as a polynomial in z = s^2 <= 0.02947.
constexpr double kAtanhTail[] = {0.3999999999999998,  0.28571428571445218, 0.22222222217511003,
                                 0.18181818873446934, 0.15384556656731049, 0.13336325684186898,
                                 0.11674650302253464, 0.11990417449880067};
constexpr double kTwoThirds = 0.66666666666666663, kTwoThirdsLow = 3.7007434154171883e-17;

// Coefficients of shorter polynomials in f64, for results that are rounded to f32. The error of ln
// is 2^-37, and the error of e^r is 2^-39.
constexpr double kAtanhShort[] = {0.66666665641368528, 0.40000336210560622, 0.28537238549698651,
                                  0.2358356788151533};
constexpr double kExpShort[] = {
    0.49999999999520406,   0.16666666786916629,    0.041666667053661198,  0.0083332811869389761,
    0.0013888796496876374, 0.00019909298796997284, 2.4887583364055322e-05};

constexpr double kLn2High = 0.69314718055989033, kLn2Low = 5.4979230187083712e-14;

} // namespace

DoubleWord preciseLog(Expr x) {
  auto [e, f] = splitForLog(x);
  // s = f / (2 + f) = sHigh + sLow
  DoubleWord d = fastTwoSum(f.like(2.0), f);
  Expr s = f / d.hi;
  DoubleWord back = twoProduct(s, d.hi);
  Expr sLow = (((f - back.hi) - back.lo) - s * d.lo) / d.hi;
  // ln(1 + f) = 2 s + s z (2/3 + z Q(z)), z = s^2
  DoubleWord z = twoProduct(s, s);
  z.lo = fma(s + s, sLow, z.lo);
  DoubleWord c = fastTwoSum(f.like(kTwoThirds),
                            fma(z.hi, polynomial(z.hi, kAtanhTail), f.like(kTwoThirdsLow)));
  DoubleWord cube = twoProduct(s, z.hi);
  cube.lo = cube.lo + fma(s, z.lo, sLow * z.hi);
  DoubleWord tail = twoProduct(cube.hi, c.hi);
  tail.lo = tail.lo + fma(cube.hi, c.lo, cube.lo * c.hi);
  DoubleWord series = fastTwoSum(s + s, tail.hi);
  series.lo = series.lo + (sLow + sLow + tail.lo);
  // Adds e ln 2, as e * high, which is exact, and e * low.
  DoubleWord sum = fastTwoSum(e * kLn2High, series.hi);
  return fastTwoSum(sum.hi, sum.lo + fma(e, kLn2Low, series.lo));
}

Expr shortLog(Expr x) {
  auto [e, f] = splitForLog(x);
  Expr s = f / (f + 2.0);
  Expr z = s * s;
  return fma(e, kLn2High + kLn2Low, fma(s, z * polynomial(z, kAtanhShort) - f, f));
}

Expr shortExp(Expr x) {
  x = clampAbove(clampBelow(x, -200.0), 200.0);
  Expr n = roundEven(x * (1 / (kLn2High + kLn2Low)));
  Expr r = fma(n, -kLn2Low, fma(n, -kLn2High, x));
  return fma(fma(r * r, polynomial(r, kExpShort), r), exp2Integral(n), exp2Integral(n));
}

namespace {

// Returns x^y for f64, for x > 0 and any y except NaN.
Expr positivePower(Expr x, Expr y) {
  // If x is not 1, |ln x| >= 2^-53. So for |y| >= 2^65 the result overflows or underflows, and y
  // can be clamped.
  y = clampAbove(clampBelow(y, -0x1p65), 0x1p65);
  DoubleWord log = preciseLog(x);
  DoubleWord p = twoProduct(y, log.hi);
  Expr low = fma(y, log.lo, p.lo);
  return expOfSum(p.hi, select(abs(p.hi) < 800.0, low, low.like(0.0)));
}

// Returns x^y with an error of about 2^-30, for results in f32 and x within the range of f32.
Expr positivePowerShort(Expr x, Expr y) {
  y = clampAbove(clampBelow(y, -0x1p40), 0x1p40);
  return shortExp(y * shortLog(x));
}

} // namespace

static Expr pow(Expr x, Expr y) {
  Expr magnitude = abs(x);
  Expr p = x.isF64() ? positivePower(magnitude, y)
                     : toF32(positivePowerShort(toF64(magnitude), toF64(y)));
  Expr negativeY = y < 0.0;
  Expr zero = x.like(0.0), infinity = x.like(INFINITY), nan = x.like(NAN);
  p = select(magnitude == 0.0, select(negativeY, infinity, zero), p);
  p = select(magnitude == INFINITY, select(negativeY, zero, infinity), p);

  Expr integral = roundEven(y) == y;
  Expr half = y * 0.5;
  Expr odd = integral & (roundEven(half) != half);
  p = select(odd, copySign(p, x), p);
  p = select(((x < 0.0) & (magnitude < INFINITY)) & ~integral, nan, p);
  p = select((x != x) | (y != y), nan, p);
  return select((y == 0.0) | (x == 1.0), x.like(1.0), p);
}

// Computes cbrt(x) as m r^2 2^k, where x = m 2^(3k), m is in [1/2, 4), and r = m^(-1/3).
static Expr cbrt(Expr x) {
  unsigned mantissaBits = x.isF64() ? 52 : 23;
  double up = x.isF64() ? 0x1p54 : 0x1p27, upRoot = x.isF64() ? 18 : 9; // up = 2^(3 upRoot)
  double bias = x.isF64() ? 1023 : 127, magic = x.isF64() ? 0x1.8p52 : 0x1.8p23;
  Expr t = abs(x);
  Expr tiny = t < (x.isF64() ? 0x1p-1022 : 0x1p-126);
  Expr bits = bitsOf(select(tiny, t * up, t));
  Expr k = roundEven((smallToFloat(bits >> mantissaBits) - bias) * (1.0 / 3));
  auto toExponent = [&](Expr integral) { return bitsOf(integral + magic) << mantissaBits; };
  Expr m = floatOf(bits - toExponent(k * 3.0));

  // Begins with a minimax polynomial for r that has an error of 2^-5.9. Each step then replaces r
  // by r (1 + h/3 + 2 h^2/9) with h = 1 - m r^3, which is a method of third order.
  Expr r = polynomial(m, {1.55853295, -0.748896599, 0.231285229, -0.0256899912});
  for (int step = 0; step < (x.isF64() ? 2 : 1); ++step) {
    Expr h = fma(-(m * r), r * r, m.like(1.0));
    r = fma(r * h, polynomial(h, {1.0 / 3, 2.0 / 9}), r);
  }
  Expr r2 = r * r;
  Expr y = m * r2;
  // One Newton step corrects the rounding error of y, by means of the residual y^3 - m.
  y = fma(fma(y * y, y, -m), r2 * (-1.0 / 3), y);
  Expr exponent = toExponent(select(tiny, k - upRoot, k));
  y = floatOf(bitsOf(y) + exponent);
  return select((t > 0.0) & (t < INFINITY), copySign(y, x), x);
}

} // namespace math

mlir::Value emitPow(LaneBuilder& b, mlir::Value x, mlir::Value y) {
  return math::pow({b, x}, {b, y});
}
mlir::Value emitCbrt(LaneBuilder& b, mlir::Value x) {
  return math::cbrt({b, x});
}
mlir::Value emitRsqrt(LaneBuilder& b, mlir::Value x) {
  return 1.0 / math::sqrt(math::Expr{b, x});
}

} // namespace lz::emit
