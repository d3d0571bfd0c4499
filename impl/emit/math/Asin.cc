// Emits asin and acos. For t <= 1/2, asin(t) is a polynomial. For greater t it is pi / 2 - 2
// asin(sqrt((1 - t) / 2)).
#include "emit/math/Expr.h"
#include "emit/math/Math.h"

namespace lz::emit {

namespace math {

namespace {

// Coefficients of (asin(t) / t - 1) / t^2 as a polynomial in t^2 for t <= 0.5. The relative errors
// are 2^-27.6 (f32) and 2^-59.9 (f64).
constexpr double kAsinF32[] = {0.166667521, 0.0749530941, 0.0454691686, 0.0241845883, 0.042158816};
constexpr double kAsinF64[] = {0.1666666666666676,    0.074999999999708633, 0.044642857174563941,
                               0.030381942709712017,  0.022372214940448797, 0.01735161276803688,
                               0.013980812360436218,  0.011398973639520322, 0.01077993414650099,
                               0.0037075314955748967, 0.021704882274622833, -0.020995636103154809,
                               0.032626591588449556};

// Return pi / 2 rounded to the type, and the remainder that this rounding cuts off.
double halfPi(Expr x) {
  return x.isF64() ? 1.5707963267948966 : 1.57079637;
}
double halfPiLow(Expr x) {
  return x.isF64() ? 6.123233995736766e-17 : -4.37113883e-8;
}

// asin(r) = r + rest, where r is |x|, or sqrt((1 - |x|) / 2) if |x| is greater than 1/2.
struct Arc {
  Expr large, r, rest;
};

Arc arcOf(Expr t) {
  Expr large = t > 0.5;
  Expr z = select(large, (1.0 - t) * 0.5, t * t);
  Expr r = select(large, sqrt(z), t);
  Expr p = t.isF64() ? polynomial(z, kAsinF64) : polynomial(z, kAsinF32);
  return {large, r, r * z * p};
}

} // namespace

static Expr asin(Expr x) {
  auto [large, r, rest] = arcOf(abs(x));
  // The rounded difference may be above 1 although the exact difference is below 1.
  DoubleWord difference = fastTwoSum(x.like(halfPi(x)), -(r + r));
  Expr low = (rest + rest) - (difference.lo + halfPiLow(x));
  return copySign(select(large, difference.hi - low, r + rest), x);
}

static Expr acos(Expr x) {
  auto [large, r, rest] = arcOf(abs(x));
  Expr signedR = copySign(r, x), signedRest = copySign(rest, x);
  Expr middle = (halfPi(x) - signedR) - (signedRest - halfPiLow(x));
  Expr twice = r + r, twiceRest = rest + rest;
  Expr left = (2 * halfPi(x) - twice) - (twiceRest - 2 * halfPiLow(x));
  return select(large, select(x < 0.0, left, twice + twiceRest), middle);
}

} // namespace math

mlir::Value emitAsin(LaneBuilder& b, mlir::Value x) {
  return math::asin({b, x});
}
mlir::Value emitAcos(LaneBuilder& b, mlir::Value x) {
  return math::acos({b, x});
}

} // namespace lz::emit
