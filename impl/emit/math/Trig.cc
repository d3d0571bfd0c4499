// Emits sin, cos and tan. sin and cos reduce their argument by multiples of pi to |r| <= pi / 2 and
// need one polynomial. tan reduces it by multiples of pi / 2 and divides one polynomial by another.
#include "emit/math/Math.h"
#include "emit/math/TrigReduction.h"

#include <cmath>

namespace lz::emit {

namespace math {

namespace {

// Coefficients of (sin(r) / r - 1) / r^2 as a polynomial in r^2 for |r| <= pi / 2. The relative
// errors are 2^-26.4 (f32) and 2^-54.6 (f64).
constexpr double kSinF32[] = {-0.166666597, 0.00833306555, -0.000198095397, 2.60563411e-06};
// The coefficients above, with 1/8 added to the first.
constexpr double kSinEighthF32[] = {-0.041666597, 0.00833306555, -0.000198095397, 2.60563411e-06};
constexpr double kSinF64[] = {
    -0.16666666666666666,    0.0083333333333333332,   -0.0001984126984126967,
    2.7557319223939937e-06,  -2.5052108378455184e-08, 1.6059043193506007e-10,
    -7.6471271474756073e-13, 2.8102003966145503e-15,  -7.9811495688245652e-18};
// Coefficients for |r| <= pi / 4. Those of (sin(r) / r - 1) / r^2 give an error of 2^-56.6. Those
// of (cos(r) - 1 + r^2 / 2) / r^4 give an error of 2^-59.7.
constexpr double kTanSin[] = {-0.1666666666666663,     0.0083333333333220627,
                              -0.00019841269829542945, 2.7557313604675101e-06,
                              -2.5050745064435846e-08, 1.5896069178122215e-10};
constexpr double kTanCos[] = {0.041666666666666602,   -0.0013888888888874066,
                              2.4801587289444451e-05, -2.7557314340928382e-07,
                              2.0875721659445386e-09, -1.1359561153969931e-11};
// The same two polynomials for results that are rounded to f32. The errors are 2^-37.5 and 2^-33.3.
constexpr double kTanSinShort[] = {-0.16666666640692249, 0.0083333292927595427,
                                   -0.00019839308384891121, 2.7180845317356466e-06};
constexpr double kTanCosShort[] = {0.04166664680797727, -0.001388736451963417,
                                   2.4438094905163324e-05};

Expr finiteOrNaN(Expr magnitude, Expr y) {
  return select(magnitude < INFINITY, y, y.like(NAN));
}

// Returns sin(r) for r = hi + lo.
Expr sinOfReduced(DoubleWord r) {
  Expr z = r.hi * r.hi;
  if (!r.hi.isF64()) {
    Expr cube = r.hi * z;
    if (r.hi.builder().target().hasFma)
      return fma(cube, polynomial(z, kSinF32), r.hi);
    // Without FMA the product of the cube and the polynomial is rounded, too. So the cube is
    // multiplied by the polynomial + 1/8, which is only a quarter as large and has a quarter of the
    // rounding error. An eighth of the cube is exact.
    return r.hi + (cube * polynomial(z, kSinEighthF32) - cube * 0.125);
  }
  // sin(hi + lo) = sin(hi) + lo cos(hi). lo is so small that 1 - hi^2 / 2 is precise enough for
  // cos(hi).
  Expr tail = fma(r.lo, fma(z, -0.5, z.like(1.0)), r.hi * z * polynomial(z, kSinF64));
  return r.hi + tail;
}

Expr sinOrCos(Expr x, bool isCos) {
  Expr magnitude = abs(x);
  auto [r, signBit] = reduceModPi(magnitude, isCos);
  // Rounding may give a result that exceeds 1 by an ulp.
  Expr sine = clampAbove(clampBelow(sinOfReduced(r), -1.0), 1.0);
  Expr y = bitsOf(finiteOrNaN(magnitude, sine)) ^ signBit;
  if (!isCos) // sin is odd, so the sign of x flips the sign of y; this also gives sin(-0) = -0
    y = y ^ (bitsOf(x) ^ bitsOf(magnitude));
  return floatOf(y);
}

// Returns tan(x) in f64. For f32 results, neither r.lo nor the long polynomials are needed.
Expr tanF64(Expr x, bool forF32) {
  Expr magnitude = abs(x);
  auto [r, isOdd] = reduceModHalfPi(magnitude);
  Expr z = r.hi * r.hi;
  Expr half = z * 0.5;
  Expr c0 = 1.0 - half;
  Expr sinTail = r.hi * z * polynomial(z, forF32 ? llvm::ArrayRef(kTanSinShort) : kTanSin) + r.lo;
  Expr cosTail =
      fma(z * z, polynomial(z, forF32 ? llvm::ArrayRef(kTanCosShort) : kTanCos), -(r.hi * r.lo)) +
      ((1.0 - c0) - half);
  Expr sine = r.hi + sinTail, cosine = c0 + cosTail;
  // tan(r + pi / 2) = -cos(r) / sin(r)
  Expr y = select(isOdd, -cosine, sine) / select(isOdd, sine, cosine);
  y = finiteOrNaN(magnitude, y);
  return floatOf(bitsOf(y) ^ bitsOf(x) ^ bitsOf(magnitude));
}

} // namespace

static Expr tan(Expr x) {
  return x.isF64() ? tanF64(x, /*forF32=*/false) : toF32(tanF64(toF64(x), /*forF32=*/true));
}

} // namespace math

mlir::Value emitSin(LaneBuilder& b, mlir::Value x) {
  return math::sinOrCos({b, x}, false);
}
mlir::Value emitCos(LaneBuilder& b, mlir::Value x) {
  return math::sinOrCos({b, x}, true);
}
mlir::Value emitTan(LaneBuilder& b, mlir::Value x) {
  return math::tan({b, x});
}

} // namespace lz::emit
