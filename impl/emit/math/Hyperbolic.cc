#include "emit/math/Math.h"
#include "emit/math/SharedFormulas.h"

namespace lz::emit {

namespace math {

namespace {

// Coefficients of (tanh(x) / x - 1) / x^2 as a polynomial in x^2 for |x| <= 0.61. The relative
// errors are 2^-27.6 (f32) and 2^-56.4 (f64).
constexpr double kTanhF32[] = {-0.333332926, 0.133317456, -0.0537670553, 0.0207347833,
                               -0.00581912044};
constexpr double kTanhF64[] = {
    -0.33333333333333043,    0.133333333332877,     -0.053968253943390637,  0.021869487858925171,
    -0.008863224778411033,   0.0035920202366438283, -0.0014551217064769722, 0.00058686165492076567,
    -0.00022969224401133524, 7.84586575937099e-05,  -1.6731800045682264e-05};

// Coefficients of (sinh(x) / x - 1) / x^2 as a polynomial in x^2 for |x| <= 1. The relative errors
// are 2^-31.6 (f32) and 2^-61.8 (f64).
constexpr double kSinhF32[] = {0.166666672, 0.00833331048, 0.000198428956, 2.78222069e-06};
constexpr double kSinhF64[] = {
    0.16666666666666669,    0.0083333333333329117, 0.00019841269841593427, 2.755731910674539e-06,
    2.5052131001474652e-08, 1.605665888381676e-10, 7.7766106913021374e-13};

// Returns e^t / 2 for t >= 0. It is computed as e^(t - ln 2). The rounding error of t - ln 2 is
// used as a low part.
Expr halfExp(Expr t) {
  // For t above this bound the result is inf.
  t = clampAbove(t, t.isF64() ? 712.0 : 91.0);
  double high = t.isF64() ? 0.69314718055989033 : 0.693145751953125;
  double low = t.isF64() ? 5.4979230187083712e-14 : 1.42860682e-6;
  DoubleWord argument = twoSum(t, t.like(-high));
  return expOfSum(argument.hi, argument.lo - low);
}

} // namespace

static Expr sinh(Expr x) {
  Expr t = abs(x), z = t * t;
  Expr small = fma(t * z, x.isF64() ? polynomial(z, kSinhF64) : polynomial(z, kSinhF32), t);
  Expr half = halfExp(t);
  return copySign(select(t < 1.0, small, half - 0.25 / half), x);
}

static Expr cosh(Expr x) {
  Expr half = halfExp(abs(x));
  return half + 0.25 / half;
}

// Computes tanh with t = |x| as (e^2t - 1) / (e^2t + 1), which needs only the polynomial of e^x. It
// is used if the target has no table that makes e^x cheap. For t >= 20 the result is 1.
static Expr tanhF64(Expr x) {
  Expr t = clampAbove(abs(x), 22.0);
  Expr e = smallExpm1(t + t);
  return copySign(e / (e + 2.0), x);
}

static Expr tanh(Expr x) {
  if (x.isF64() && lanesOfExpTable(x) == 0)
    return tanhF64(x);
  Expr t = abs(x);
  Expr z = t * t;
  Expr small = fma(t * z, x.isF64() ? polynomial(z, kTanhF64) : polynomial(z, kTanhF32), t);
  Expr large = 1.0 - divide(t.like(2.0), exp(t + t) + 1.0);
  return copySign(select(t < 0.6, small, large), x);
}

static Expr logistic(Expr x) {
  // The result is e^x / (1 + e^x). It is 1 if 1 + e^x rounds to e^x. For very negative x it has the
  // right denormal values.
  Expr e = exp(x, ExpUse::Quotient);
  Expr y = divide(e, e + 1.0);
  if (x.builder().isCoarse() || x.isF64())
    return y;
  // If y is below 1/2, y = e (1 - y) is more precise, because the rounding error of e + 1 has only
  // the weight e. The sign of x is derived from the factors of x, because the product is not
  // computed here.
  auto [argument, factor] = withoutFactor(x);
  Expr bits = bitsOf(argument);
  Expr negative = signedLess(bits, bits.likeInt(0));
  Expr closer = fma(-e, y, e);
  return factor < 0 ? select(negative, y, closer) : select(negative, closer, y);
}

} // namespace math

mlir::Value emitSinh(LaneBuilder& b, mlir::Value x) {
  return math::sinh({b, x});
}
mlir::Value emitCosh(LaneBuilder& b, mlir::Value x) {
  return math::cosh({b, x});
}
mlir::Value emitTanh(LaneBuilder& b, mlir::Value x) {
  return math::tanh({b, x});
}
mlir::Value emitLogistic(LaneBuilder& b, mlir::Value x) {
  return math::logistic({b, x});
}

} // namespace lz::emit
