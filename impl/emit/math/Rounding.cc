// Emits exact functions: C's fmod, rounding to whole numbers, the sign, and the test for finite
// numbers.
#include "emit/math/Expr.h"
#include "emit/math/Math.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

namespace lz::emit {

namespace math {

namespace {

// |x| = mantissa 2^(exponent - bias - mantissaBits). The leading bit of the mantissa is always set,
// even for denormals. The exponent is a signed integer.
struct Parts {
  Expr mantissa, exponent;
};

Parts partsOf(Expr magnitude) {
  unsigned mantissaBits = magnitude.isF64() ? 52 : 23;
  Expr tiny = magnitude < (magnitude.isF64() ? 0x1p-1022 : 0x1p-126);
  Expr bits = bitsOf(select(tiny, magnitude * (magnitude.isF64() ? 0x1p64 : 0x1p32), magnitude));
  Expr exponent = bits >> mantissaBits;
  exponent = select(tiny, exponent - exponent.likeInt(magnitude.isF64() ? 64 : 32), exponent);
  uint64_t leading = uint64_t{1} << mantissaBits;
  return {(bits & (leading - 1)) | leading, exponent};
}

} // namespace

// Computes fmod by long division of the mantissas. Each step handles one bit. The number of steps
// grows with the difference of the exponents.
static Expr rem(Expr x, Expr y) {
  Expr ax = abs(x), ay = abs(y);
  Expr valid = (ax < INFINITY) & (ay > 0.0);
  auto [numerator, xExponent] = partsOf(ax);
  auto [denominator, yExponent] = partsOf(ay);
  Expr zero = numerator.likeInt(0), one = numerator.likeInt(1);
  Expr steps = select(valid, xExponent - yExponent, zero - one);

  auto final = repeatWhileAny(
      {numerator, steps}, [&](llvm::ArrayRef<Expr> s) { return ~signedLess(s[1], zero); },
      [&](llvm::ArrayRef<Expr> s) -> llvm::SmallVector<Expr> {
        Expr rest = s[0], left = s[1];
        Expr less = unsignedLess(rest, denominator);
        Expr reduced = select(less, rest, rest - denominator);
        reduced = select(signedLess(zero, left), reduced << 1, reduced);
        Expr done = signedLess(left, zero);
        return {select(done, rest, reduced), left - one};
      });

  // The result is rest 2^(yExponent - bias - mantissaBits). The scaling is exact.
  Expr scale = intToFloat(yExponent, x.bitWidth(), /*isSigned=*/true) -
               (x.isF64() ? 1023.0 + 52 : 127.0 + 23);
  Expr result = scaleByPower(intToFloat(final[0], x.bitWidth(), /*isSigned=*/true), scale);
  result = select(ax < ay, ax, result);
  result = select(valid & (y == y), result, x.like(NAN));
  return copySign(result, x);
}

static Expr roundAfz(Expr x) {
  Expr whole = trunc(x);
  Expr away = abs(x - whole) >= 0.5;
  return copySign(select(away, whole + copySign(x.like(1.0), x), whole), x);
}

static Expr sign(Expr x) {
  if (!x.isFloat()) {
    Expr positive = signedLess(x.likeInt(0), x);
    return select(positive, x.likeInt(1), signMask(x));
  }
  // The sign of a zero or NaN is the operand itself.
  return select(abs(x) > 0.0, copySign(x.like(1.0), x), x);
}

} // namespace math

mlir::Value emitRem(LaneBuilder& b, mlir::Value x, mlir::Value y) {
  return math::rem({b, x}, {b, y});
}
mlir::Value emitFloor(LaneBuilder& b, mlir::Value x) {
  return b.builder().create<mlir::math::FloorOp>(b.loc(), x);
}
mlir::Value emitCeil(LaneBuilder& b, mlir::Value x) {
  return b.builder().create<mlir::math::CeilOp>(b.loc(), x);
}
mlir::Value emitRoundAfz(LaneBuilder& b, mlir::Value x) {
  return math::roundAfz({b, x});
}
mlir::Value emitSign(LaneBuilder& b, mlir::Value x) {
  return math::sign({b, x});
}
static mlir::Value equals(LaneBuilder& b, mlir::Value x, double c) {
  return b.cmpf(LaneBuilder::FCmp::OEQ, x, b.constantLike(x, c));
}
mlir::Value emitIsInf(LaneBuilder& b, mlir::Value x) {
  return equals(b, b.absf(x), INFINITY);
}
mlir::Value emitIsPosInf(LaneBuilder& b, mlir::Value x) {
  return equals(b, x, INFINITY);
}
mlir::Value emitIsNegInf(LaneBuilder& b, mlir::Value x) {
  return equals(b, x, -INFINITY);
}
// x - x is NaN if x is infinite or NaN.
mlir::Value emitIsFinite(LaneBuilder& b, mlir::Value x) {
  mlir::Value difference = b.builder().create<mlir::arith::SubFOp>(b.loc(), x, x);
  return b.cmpf(LaneBuilder::FCmp::ORD, difference, difference);
}

} // namespace lz::emit
