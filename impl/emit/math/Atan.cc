#include "emit/math/Expr.h"
#include "emit/math/Math.h"

#include <cmath>

namespace lz::emit {

namespace math {

namespace {

// Coefficients of (atan(t) / t - 1) / t^2 as a polynomial in t^2. The f32 polynomial is for |t| <=
// 0.5, and has a relative error of 2^-27.2. The f64 polynomial is for |t| <= 0.4143, and has a
// relative error of 2^-58.2.
constexpr double kAtanF32[] = {-0.33333233, 0.199942216, -0.141750157, 0.10160017, -0.0513260961};
constexpr double kAtanF64[] = {-0.33333333333333326,  0.19999999999997628,   -0.14285714285383028,
                               0.11111111087885849,   -0.090909081345933479, 0.076922825461326075,
                               -0.066662237794995444, 0.058769940513427307,  -0.052182339840551095,
                               0.04502886711974044,   -0.033459666203366281, 0.015180721756660008};

} // namespace

// The angle of (|x|, |y|) is first folded into the octant a <= b. Then atan(a / b) = pi / 4 +
// atan((a - b) / (a + b)) reduces it to |t| <= 0.4147. The constants that are added at the end are
// combined into one sum of high and low parts. In f32 the second step is done only if a > b / 2,
// because a - b is exact then. A rounding error of a - b would be too large in addition to the
// error of the polynomial.
static Expr atan2(Expr y, Expr x) {
  // pi rounded to the type, and the remainder that this rounding cuts off.
  double pi = x.isF64() ? 3.1415926535897931 : 3.14159274f;
  double piLow = x.isF64() ? 1.2246467991473532e-16 : -8.74227766e-8;
  Expr ax = abs(x), ay = abs(y);
  Expr steep = ay > ax;
  Expr a = select(steep, ax, ay), b = select(steep, ay, ax);
  // Scales huge operands, so that a + b is finite. A tiny a loses bits when it is scaled, but these
  // bits do not change the rounded result.
  Expr huge = b > (x.isF64() ? 0x1p1020 : 0x1p124);
  a = select(huge, a * 0x1p-4, a);
  b = select(huge, b * 0x1p-4, b);

  // True if a / b is above 12 / 29 = 0.4138 (f64) or 1 / 2 (f32). The factors are integers, because
  // products of integers and denormal numbers are exact.
  Expr outer = (a * (x.isF64() ? 29.0 : 2.0) > b * (x.isF64() ? 12.0 : 1.0)) | (a == INFINITY);
  // The point (0, 0) is treated like (0, 1), and (inf, inf) like (1, 1).
  Expr equal = a == b;
  Expr numerator = select(outer, select(equal, a.like(0.0), a - b), a);
  Expr denominator = select(outer, select(b == INFINITY, b.like(1.0), a + b), b);
  denominator = select(b == 0.0, b.like(1.0), denominator);
  Expr t = numerator / denominator;
  Expr z = t * t;
  Expr angle = fma(t * z, x.isF64() ? polynomial(z, kAtanF64) : polynomial(z, kAtanF32), t);

  // The result is turns * pi / 4 +- angle.
  Expr zero = x.like(0.0);
  Expr turns = select(outer, x.like(1.0), zero);
  turns = select(steep, 2.0 - turns, turns);
  angle = select(steep, -angle, angle);
  Expr xBits = bitsOf(x);
  Expr left = signedLess(xBits, xBits.likeInt(0)); // also for -0
  turns = select(left, 4.0 - turns, turns);
  angle = select(left, -angle, angle);
  Expr result = fma(turns, pi / 4, fma(turns, piLow / 4, angle));
  result = select((x != x) | (y != y), x.like(NAN), result);
  return copySign(result, y);
}

// Returns atan of one operand: pi / 4 + atan((t - 1) / (t + 1)) for t near 1, and pi / 2 - atan(1 /
// t) for larger t.
static Expr atan(Expr x) {
  double pi = x.isF64() ? 3.1415926535897931 : 3.14159274f;
  double piLow = x.isF64() ? 1.2246467991473532e-16 : -8.74227766e-8;
  Expr t = abs(x), zero = x.like(0.0), one = x.like(1.0);
  Expr steep = t > (x.isF64() ? 2.41421356 : 2.0), outer = t > (x.isF64() ? 0.41421356 : 0.5);
  Expr numerator = select(steep, -one, select(outer, t - one, t));
  Expr denominator = select(steep, t, select(outer, t + one, one));
  Expr r = numerator / denominator;
  Expr z = r * r;
  Expr angle = fma(r * z, x.isF64() ? polynomial(z, kAtanF64) : polynomial(z, kAtanF32), r);
  Expr turns = select(steep, x.like(2.0), select(outer, one, zero));
  return copySign(fma(turns, pi / 4, fma(turns, piLow / 4, angle)), x);
}

} // namespace math

mlir::Value emitAtan(LaneBuilder& b, mlir::Value x) {
  return math::atan({b, x});
}
mlir::Value emitAtan2(LaneBuilder& b, mlir::Value y, mlir::Value x) {
  return math::atan2({b, y}, {b, x});
}

} // namespace lz::emit
