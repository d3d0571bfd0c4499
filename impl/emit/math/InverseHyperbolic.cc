// Emits asinh, acosh and atanh. Near their zeros, at 1 for acosh and at 0 for the others, they are
// computed as polynomials. Elsewhere they are the logarithm of a sum of a high and a low part. If
// the sum were rounded, a small logarithm would magnify the rounding error.
#include "emit/math/Math.h"
#include "emit/math/SharedFormulas.h"

#include <cmath>

namespace lz::emit {

namespace math {

namespace {

// Coefficients of (asinh(t) / t - 1) / t^2 and (atanh(t) / t - 1) / t^2 as polynomials in t^2 for t
// <= 0.25. The relative errors for asinh are 2^-28 (f32) and 2^-59.9 (f64). Those for atanh are
// 2^-32 (f32) and 2^-62.7 (f64).
constexpr double kAsinhF32[] = {-0.166665435, 0.0748787075, -0.0412173271};
constexpr double kAsinhF64[] = {-0.16666666666666519,  0.074999999999226977,  -0.044642857004885968,
                                0.03038193252196594,   -0.022371587785539652, 0.017336739913119847,
                                -0.013701695023338071, 0.0091738650239023192};
constexpr double kInverseHyperbolicAtanhF32[] = {0.333333224, 0.200017005, 0.142043203,
                                                 0.126213267};
constexpr double kInverseHyperbolicAtanhF64[] = {
    0.33333333333333359,  0.19999999999983559,  0.14285714289303678,
    0.11111110727443478,  0.090909322436013185, 0.07691466549374805,
    0.066853884105667644, 0.056340183200053393, 0.070337582827593989};
// Coefficients of (acosh(1 + u) / sqrt(2 u) - 1) / u as a polynomial in u for u <= 0.25. The
// relative errors are 2^-29.7 (f32) and 2^-61.9 (f64).
constexpr double kAcoshF32[] = {-0.0833331868, 0.0187441632, -0.00550758513, 0.00153270096};
constexpr double kAcoshF64[] = {-0.08333333333333319,    0.018749999999971852,
                                -0.0055803571409430569,  0.0018988714632502028,
                                -0.00069912871894281449, 0.00027112184884171576,
                                -0.00010898332837981453, 4.4536593272503724e-05,
                                -1.7193980287481834e-05, 4.6325580297041449e-06};

// Returns ln(t + sqrt(t^2 + c)) for c = 1 or -1. t must be at least 0.25, and t^2 + c positive.
Expr logWithRoot(Expr t, double c) {
  // For t above this bound the root rounds to t.
  Expr huge = t > (t.isF64() ? 0x1p28 : 0x1p14);
  Expr one = t.like(1.0), zero = t.like(0.0);
  Expr u = select(huge, one + one, t);
  DoubleWord square = twoProduct(u, u), radicand = twoSum(square.hi, t.like(c));
  radicand.lo = radicand.lo + square.lo;
  Expr root = sqrt(radicand.hi);
  DoubleWord back = twoProduct(root, root);
  Expr rest = (((radicand.hi - back.hi) - back.lo) + radicand.lo) / (root + root);
  DoubleWord sum = c > 0 ? fastTwoSum(root, u) : fastTwoSum(u, root);
  sum.hi = select(huge, t, sum.hi);
  sum.lo = select(huge, zero, sum.lo + rest);
  Expr y = logOfSum(sum, select(huge, one, zero));
  return select(t < INFINITY, y, t);
}

} // namespace

static Expr asinh(Expr x) {
  Expr t = abs(x), z = t * t;
  Expr small = fma(t * z, x.isF64() ? polynomial(z, kAsinhF64) : polynomial(z, kAsinhF32), t);
  return copySign(select(t < 0.25, small, logWithRoot(t, 1)), x);
}

static Expr acosh(Expr x) {
  Expr u = x - 1.0, root = sqrt(u + u);
  Expr small = fma(root * u, x.isF64() ? polynomial(u, kAcoshF64) : polynomial(u, kAcoshF32), root);
  return select(u < 0.25, small, logWithRoot(x, -1));
}

static Expr atanh(Expr x) {
  Expr t = abs(x), z = t * t, one = x.like(1.0);
  Expr small = fma(t * z,
                   x.isF64() ? polynomial(z, kInverseHyperbolicAtanhF64)
                             : polynomial(z, kInverseHyperbolicAtanhF32),
                   t);
  Expr large = logOfSum(quotientOf(fastTwoSum(one, t), fastTwoSum(one, -t)), x.like(0.0)) * 0.5;
  large = select(t < 1.0, large, select(t == 1.0, x.like(INFINITY), x.like(NAN)));
  return copySign(select(t < 0.25, small, large), x);
}

} // namespace math

mlir::Value emitAsinh(LaneBuilder& b, mlir::Value x) {
  return math::asinh({b, x});
}
mlir::Value emitAcosh(LaneBuilder& b, mlir::Value x) {
  return math::acosh({b, x});
}
mlir::Value emitAtanh(LaneBuilder& b, mlir::Value x) {
  return math::atanh({b, x});
}

} // namespace lz::emit
