// Emits logarithms: ln x = e ln 2 + ln(1 + f), where x = 2^e (1 + f) and 1 + f is near 1.
#include "emit/math/Math.h"
#include "emit/math/SharedFormulas.h"

#include <cmath>

namespace lz::emit {

namespace math {

namespace {

// For f32, logTail uses (ln(1 + f) - f) / f^2 as a polynomial of degree 8 in f for |f| <= 1/3. It
// is computed in two chains, with an error of 0.85 ulp of the logarithm. For f64 these are the
// coefficients of (2 atanh(s) / s - 2) / z in z, with s = f / (2 + f) and z = s^2 <= 0.02947. The
// error of ln(1 + f) is 2^-59.
constexpr double kLogAtanhF64[] = {0.66666666666667351, 0.39999999999411123, 0.28571428743255189,
                                   0.22222198476815311, 0.18183569693977586, 0.15313904484850202,
                                   0.1479749469691771};

// Returns ln(1 + f) - f.
Expr logTail(Expr f) {
  if (f.isF64()) {
    Expr s = f / (f + 2.0);
    Expr z = s * s;
    // 2 s = f - s f, so this is 2 atanh(s) - f
    return s * (z * polynomial(z, kLogAtanhF64) - f);
  }
  Expr s = f * f;
  Expr r = fma(s, -0.130310059, f.like(-0.121483326));
  Expr t = fma(s, 0.140869141, f.like(0.139814854));
  r = fma(r, s, f.like(-0.166846126));
  t = fma(t, s, f.like(0.200120345));
  r = fma(r, s, f.like(-0.249996200));
  r = fma(t, f, r);
  r = fma(r, f, f.like(0.333331972));
  r = fma(r, f, f.like(-0.5));
  return r * s;
}

// Returns e ln 2 + ln(1 + f). e * high is exact.
Expr combine(Expr e, Expr f) {
  double high = f.isF64() ? 0.69314718055989033 : 0.693145751953125;
  double low = f.isF64() ? 5.4979230187083712e-14 : 1.42860682e-6;
  return fma(e, high, f + fma(e, low, logTail(f)));
}

// Returns y, which is ln(x), unless x is special. The result is -inf for 0, NaN for negative x, and
// x itself for inf and NaN.
Expr withLogSpecials(Expr x, Expr y) {
  Expr outside = select(x == 0.0, x.like(-INFINITY), x.like(NAN));
  y = select(x > 0.0, y, outside);
  return select(x < INFINITY, y, x);
}

} // namespace

LogParts splitForLog(Expr x) {
  unsigned mantissaBits = x.isF64() ? 52 : 23;
  double smallestNormal = x.isF64() ? 0x1p-1022 : 0x1p-126;
  double up = x.isF64() ? 0x1p54 : 0x1p25;
  uint64_t one = x.isF64() ? 0x3ff0000000000000 : 0x3f800000;
  uint64_t low = x.isF64() ? 0x3fe6a09e667f3bcd : 0x3f2aaaab; // sqrt(1/2), 2/3

  Expr tiny = x < smallestNormal;
  Expr bits = bitsOf(select(tiny, x * up, x));
  // Adding (1 - low) carries into the exponent if, and only if, the mantissa is at least that of
  // low.
  Expr shifted = bits + bits.likeInt(one - low);
  Expr exponent = smallToFloat(shifted >> mantissaBits) - (x.isF64() ? 1023.0 : 127.0);
  exponent = select(tiny, exponent - (x.isF64() ? 54.0 : 25.0), exponent);
  uint64_t mantissaMask = (uint64_t{1} << mantissaBits) - 1;
  Expr mantissa = floatOf((shifted & mantissaMask) + bits.likeInt(low));
  return {exponent, mantissa - 1.0};
}

Expr logOfSum(DoubleWord x, Expr doublings) {
  auto [e, f] = splitForLog(x.hi);
  Expr scale = exp2Integral(-clampAbove(e, x.hi.isF64() ? 1000.0 : 100.0));
  return combine(e + doublings, fma(x.lo, scale, f));
}

Expr log(Expr x) {
  auto [e, f] = splitForLog(x);
  return withLogSpecials(x, combine(e, f));
}

static Expr log1p(Expr x) {
  // `sum` is exactly 1 + x. If logOfSum() splits it with the exponent 0, the fraction plus the low
  // part of `sum` is exactly x, so small x lose no digits.
  DoubleWord sum = twoSum(x.like(1.0), x);
  Expr y = withLogSpecials(sum.hi, logOfSum(sum, x.like(0.0)));
  return select(x == 0.0, x, y);
}

} // namespace math

mlir::Value emitLog(LaneBuilder& b, mlir::Value x) {
  return math::log({b, x});
}
mlir::Value emitLog1p(LaneBuilder& b, mlir::Value x) {
  return math::log1p({b, x});
}

} // namespace lz::emit
