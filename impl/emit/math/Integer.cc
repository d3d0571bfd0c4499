// Emits integer functions. CPUs have no instructions that divide vectors of integers. Up to 32
// bits, x / y is computed in floats that hold both operands exactly, and then truncated. This is
// correct because rounding cannot carry a quotient to the next integer: a quotient that is not
// integral is below the next integer by a fraction of at least 1 / x. For operands of 16 bits this
// is 2^-16, and the rounding error in f32 is 2^-24. For 32 bits it is 2^-32, and the rounding error
// in f64 is 2^-53.
#include "emit/math/Expr.h"
#include "emit/math/Math.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace lz::emit {

namespace math {

namespace {

// Returns x / y. y must not be 0, and the quotient must not overflow.
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
      divisor; // y, or 1 if x / y is undefined; quotient = x / divisor
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

// Returns x^y modulo 2^width for an unsigned y. The loop has as many steps as the largest y has
// bits.
Expr wrappingPower(Expr x, Expr y) {
  Expr one = x.likeInt(1), zero = x.likeInt(0);
  auto final = repeatWhileAny(
      {one, x, y}, [&](llvm::ArrayRef<Expr> s) { return ~equalInt(s[2], zero); },
      [&](llvm::ArrayRef<Expr> s) -> llvm::SmallVector<Expr> {
        Expr result = s[0], square = s[1], left = s[2];
        Expr isSet = equalInt(left & 1, one);
        return {select(isSet, result * square, result), square * square, left >> 1};
      });
  return final[0];
}

// Returns x^y. For negative y the result is 1 or -1 if x is 1 or -1, and 0 for every other x, even
// for x = 0.
Expr power(Expr x, Expr y, bool isSigned) {
  if (!isSigned)
    return wrappingPower(x, y);
  Expr zero = x.likeInt(0), isNegative = signedLess(y, zero);
  Expr isUnit = equalInt(x, x.likeInt(1)) | equalInt(x, x.likeInt(~uint64_t{0}));
  Expr result = wrappingPower(x, select(isNegative, y & 1, y));
  return select(isNegative & ~isUnit, zero, result);
}

// Returns the upper half of a product. For 64 bits the product is computed from products of 32-bit
// halves.
Expr multiplyHigh(Expr x, Expr y, bool isSigned) {
  LaneBuilder& b = x.builder();
  if (unsigned width = x.bitWidth(); width < 64) {
    mlir::Type wide = b.builder().getIntegerType(2 * width);
    auto widened = [&](Expr e) { return Expr(b, isSigned ? b.extsi(e, wide) : b.extui(e, wide)); };
    return {b, b.trunci((widened(x) * widened(y)) >> width, x.elementType())};
  }
  constexpr uint64_t kLow = 0xffffffff;
  Expr xLow = x & kLow, xHigh = x >> 32u, yLow = y & kLow, yHigh = y >> 32u;
  Expr cross = xHigh * yLow, other = xLow * yHigh;
  Expr middle = ((xLow * yLow) >> 32u) + (cross & kLow) + (other & kLow);
  Expr high = xHigh * yHigh + (cross >> 32u) + (other >> 32u) + (middle >> 32u);
  // `high` is the result for operands that are read as unsigned, so that a negative operand is
  // greater by 2^64.
  return isSigned ? high - (signMask(x) & y) - (signMask(y) & x) : high;
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
mlir::Value emitMulhi(LaneBuilder& b, mlir::Value x, mlir::Value y, bool isSigned) {
  return math::multiplyHigh({b, x}, {b, y}, isSigned);
}
mlir::Value emitPopcnt(LaneBuilder& b, mlir::Value x) {
  return b.builder().create<mlir::math::CtPopOp>(b.loc(), x);
}
mlir::Value emitClz(LaneBuilder& b, mlir::Value x) {
  return b.builder().create<mlir::math::CountLeadingZerosOp>(b.loc(), x);
}

} // namespace lz::emit
