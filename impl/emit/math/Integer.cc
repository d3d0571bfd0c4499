// Integer functions. x86 has no vector division; up to 32 bits the quotient is taken in floats that
// hold both operands exactly and truncated. That is right: a quotient that is not integral stays
// below the next integer by at least 1/x of itself, more than a rounding (2^-16 against 2^-24 in
// f32, 2^-32 against 2^-53 in f64).
#include "emit/math/Expr.h"
#include "emit/math/Math.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace lz::emit {

namespace math {

namespace {

// A quotient with y != 0 and no overflow.
Expr safeQuotient(Expr x, Expr y, bool isSigned) {
  if (x.isVector() && x.bitWidth() <= 32) {
    unsigned width = x.bitWidth() <= 16 ? 32 : 64;
    return floatToInt(intToFloat(x, width, isSigned) / intToFloat(y, width, isSigned), x.bitWidth(),
                      isSigned);
  }
  LaneBuilder& b = x.builder();
  mlir::Value a = x, c = y;
  if (isSigned)
    return {b, b.builder().create<mlir::arith::DivSIOp>(b.loc(), a, c)};
  return {b, b.builder().create<mlir::arith::DivUIOp>(b.loc(), a, c)};
}

struct Division {
  Expr quotient, isZero,
      divisor; // the quotient by `divisor`, which is y where that is harmless, else 1
};

Division divide(Expr x, Expr y, bool isSigned) {
  Expr one = y.likeInt(1), ones = y.likeInt(~uint64_t{0});
  Expr isZero = equalInt(y, y.likeInt(0));
  Expr harmful = isZero;
  if (isSigned) {
    Expr smallest = x.likeInt(uint64_t{1} << (x.bitWidth() - 1));
    harmful = isZero | (equalInt(x, smallest) & equalInt(y, ones));
  }
  Expr divisor = select(harmful, one, y);
  return {safeQuotient(x, divisor, isSigned), isZero, divisor};
}

Expr quotient(Expr x, Expr y, bool isSigned) {
  auto [q, isZero, divisor] = divide(x, y, isSigned);
  return select(isZero, q.likeInt(~uint64_t{0}), q);
}

Expr remainder(Expr x, Expr y, bool isSigned) {
  auto [q, isZero, divisor] = divide(x, y, isSigned);
  return select(isZero, x, x - q * divisor);
}

// x^y by squaring over the low 6 bits of y, wrapping. A negative y gives 0, or 1 where x is 1.
Expr power(Expr x, Expr y, bool isSigned) {
  Expr one = x.likeInt(1), zero = x.likeInt(0);
  Expr result = one, square = x;
  for (unsigned bit = 0; bit < 6; ++bit) {
    Expr isSet = equalInt((y >> bit) & 1, one);
    result = select(isSet, result * square, result);
    square = square * square;
  }
  if (!isSigned)
    return result;
  return select(signedLess(y, zero), select(equalInt(x, one), one, zero), result);
}

} // namespace

} // namespace math

mlir::Value emitDivS(LaneBuilder& b, mlir::Value x, mlir::Value y) {
  return math::quotient({b, x}, {b, y}, /*isSigned=*/true);
}
mlir::Value emitDivU(LaneBuilder& b, mlir::Value x, mlir::Value y) {
  return math::quotient({b, x}, {b, y}, /*isSigned=*/false);
}
mlir::Value emitRemS(LaneBuilder& b, mlir::Value x, mlir::Value y) {
  return math::remainder({b, x}, {b, y}, /*isSigned=*/true);
}
mlir::Value emitRemU(LaneBuilder& b, mlir::Value x, mlir::Value y) {
  return math::remainder({b, x}, {b, y}, /*isSigned=*/false);
}
mlir::Value emitPowInt(LaneBuilder& b, mlir::Value x, mlir::Value y, bool isSigned) {
  return math::power({b, x}, {b, y}, isSigned);
}
mlir::Value emitPopcnt(LaneBuilder& b, mlir::Value x) {
  return b.builder().create<mlir::math::CtPopOp>(b.loc(), x);
}
mlir::Value emitClz(LaneBuilder& b, mlir::Value x) {
  return b.builder().create<mlir::math::CountLeadingZerosOp>(b.loc(), x);
}

} // namespace lz::emit
