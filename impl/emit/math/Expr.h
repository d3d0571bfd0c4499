// Overloaded operators for arithmetic on mlir::Values, for the functions of this folder:
//   Expr r = fma(n, n.like(-kLn2Hi), x);   Expr y = select(x < 0.0, -r, r);
// An Expr is a scalar or a vector of f32, f64 or signless integers. Both operands of an operator
// have the same type. A C++ number gets the type of the other operand. Ops have no fast-math flags,
// so LLVM does not change the arithmetic. If the target has no FMA, fma(a, b, c) rounds a * b
// before it adds c.
#pragma once

#include "emit/core/LaneBuilder.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <functional>

namespace lz::emit::math {

class Expr {
public:
  Expr(LaneBuilder& b, mlir::Value value) : b(&b), value(value) {}

  operator mlir::Value() const { return value; }
  LaneBuilder& builder() const { return *b; }
  mlir::Type type() const { return value.getType(); }
  mlir::Type elementType() const { return mlir::getElementTypeOrSelf(value.getType()); }
  bool isF64() const { return elementType().isF64(); }
  bool isFloat() const { return mlir::isa<mlir::FloatType>(elementType()); }
  bool isVector() const { return mlir::isa<mlir::VectorType>(value.getType()); }
  unsigned bitWidth() const { return elementType().getIntOrFloatBitWidth(); }

  // Returns a constant of the same type as this Expr. A float constant is rounded to the type, and
  // an integer constant keeps its low bits.
  Expr like(double constant) const;
  Expr likeInt(uint64_t constant) const;

private:
  LaneBuilder* b;
  mlir::Value value;
};

// For floats and integers.
Expr operator+(Expr x, Expr y);
Expr operator-(Expr x, Expr y);
Expr operator*(Expr x, Expr y);
Expr select(Expr condition, Expr x, Expr y);

// For floats.
Expr operator/(Expr x, Expr y);
Expr operator-(Expr x);
inline Expr operator+(Expr x, double c) {
  return x + x.like(c);
}
inline Expr operator-(Expr x, double c) {
  return x - x.like(c);
}
inline Expr operator*(Expr x, double c) {
  return x * x.like(c);
}
inline Expr operator-(double c, Expr x) {
  return x.like(c) - x;
}
inline Expr operator/(double c, Expr x) {
  return x.like(c) / x;
}
// Returns x / y for a y that is normal, infinite or NaN. If the result is rounded to bf16 later,
// its relative error is at most 2^-14.
Expr divide(Expr x, Expr y);
Expr fma(Expr x, Expr y, Expr z);
inline Expr fma(Expr x, double c, Expr z) {
  return fma(x, x.like(c), z);
}
Expr abs(Expr x);
Expr sqrt(Expr x);
Expr roundEven(Expr x);
Expr trunc(Expr x);
// Returns the magnitude of x with the sign of `sign`.
Expr copySign(Expr x, Expr sign);

// Comparisons. If an operand is NaN, != is true, and all other comparisons are false. The result is
// an i1 or a vector of i1.
Expr operator<(Expr x, Expr y);
Expr operator>(Expr x, Expr y);
Expr operator>=(Expr x, Expr y);
Expr operator==(Expr x, Expr y);
Expr operator!=(Expr x, Expr y);
inline Expr operator<(Expr x, double c) {
  return x < x.like(c);
}
inline Expr operator>(Expr x, double c) {
  return x > x.like(c);
}
inline Expr operator>=(Expr x, double c) {
  return x >= x.like(c);
}
inline Expr operator==(Expr x, double c) {
  return x == x.like(c);
}
inline Expr operator!=(Expr x, double c) {
  return x != x.like(c);
}

// For integers and i1. >> is the logical shift. Shift amounts must be below the width.
Expr operator&(Expr x, Expr y);
Expr operator|(Expr x, Expr y);
Expr operator^(Expr x, Expr y);
Expr operator~(Expr x);
Expr operator<<(Expr x, Expr amount);
Expr operator>>(Expr x, Expr amount);
inline Expr operator&(Expr x, uint64_t c) {
  return x & x.likeInt(c);
}
inline Expr operator|(Expr x, uint64_t c) {
  return x | x.likeInt(c);
}
inline Expr operator<<(Expr x, unsigned c) {
  return x << x.likeInt(c);
}
inline Expr operator>>(Expr x, unsigned c) {
  return x >> x.likeInt(c);
}
struct WideProduct {
  Expr low, high;
};
WideProduct multiplyWide(Expr x, Expr y); // the operands are unsigned
// Returns all ones in lanes in which the sign bit of x is set, and 0 in others.
Expr signMask(Expr x);
Expr equalInt(Expr x, Expr y);
Expr signedLess(Expr x, Expr y);
Expr unsignedLess(Expr x, Expr y);

// Conversions, which keep the number of lanes. bitsOf and floatOf keep the bits, and the others
// convert the values.
Expr bitsOf(Expr x);
Expr floatOf(Expr bits);
Expr toF64(Expr x); // f32 -> f64
Expr toF32(Expr x); // f64 -> f32, rounded once
Expr toI32(Expr x); // i64 -> i32, low half
// Converts an unsigned integer below 2^23 (i32) or 2^52 (i64) to a float of the same width, without
// a conversion instruction.
Expr smallToFloat(Expr x);
// Convert integers of any width to f32 or f64 (floatWidth 32 or 64), and back by truncation.
Expr intToFloat(Expr x, unsigned floatWidth, bool isSigned);
Expr floatToInt(Expr x, unsigned intWidth, bool isSigned);

// Computes f(x, isShort) in f64. If the operands x are f32, they are converted to f64, and the
// result is rounded to f32. In this case isShort is true. Then f may use a shorter formula with a
// relative error of up to 2^-30, because the rounding to f32 has a larger error. If the operands
// are f64, isShort is false.
mlir::Value inF64(llvm::ArrayRef<Expr> x,
                  llvm::function_ref<Expr(llvm::ArrayRef<Expr>, bool isShort)> f);

// `repeated` repeats the lanes of x until a longer vector is full. `firstLanes` returns the first
// lanes of a vector. A vector of one lane is a scalar.
Expr repeated(Expr x, int lanes);
Expr firstLanes(Expr x, int lanes);
// Computes f in parts of `lanes` lanes. The number of parts must be a power of two.
Expr inParts(Expr x, int lanes, llvm::function_ref<Expr(Expr part)> f);

// Computes c[0] + c[1] x + ... with Horner's scheme. The coefficients are rounded to the type of x.
Expr polynomial(Expr x, llvm::ArrayRef<double> c);

// Like `polynomial`, but the chain of dependent operations is only half as long. It is for
// polynomials with many coefficients.
Expr longPolynomial(Expr x, llvm::ArrayRef<double> c);

// Limit x to a constant from below or above. NaN stays NaN.
Expr clampBelow(Expr x, double low);
Expr clampAbove(Expr x, double high);

// Returns 2^n for an integral float n. 2^n must be a normal number.
Expr exp2Integral(Expr n);
// Returns p * 2^n rounded once, with overflow and denormals as in IEEE 754. n is an integral float.
// It must be within twice the exponent range of normal numbers.
Expr scaleByPower(Expr p, Expr n);
// Returns whether scaleByPower is one instruction of the target. If so, n can be inf or any
// integral float.
bool scalesByPower(Expr x);

// An unevaluated sum hi + lo, |lo| <= ulp(hi) / 2.
struct DoubleWord {
  Expr hi, lo;
};
DoubleWord twoSum(Expr x, Expr y);     // exact
DoubleWord fastTwoSum(Expr x, Expr y); // exact if |x| >= |y| or x == 0
// Returns x y. With FMA the result is exact. Otherwise its error is about 2^-106 |x y|. x, y and
// their product must be a factor of 2^53 away from overflow and underflow.
DoubleWord twoProduct(Expr x, Expr y);

// Returns x / y with a relative error of a few times 2^-2p, where p is the number of mantissa bits
// of the type.
DoubleWord quotientOf(DoubleWord x, DoubleWord y);

using ScalarFunction = std::function<llvm::SmallVector<Expr>(Expr x)>;

// Returns rare(x) in the lanes for which `condition` holds, and `common` in the others. `rare`
// returns as many scalars as `common` has values. If the condition holds in some lane, a scalar
// loop runs `rare` for every lane, so `rare` must accept the x of every lane. A scalar loop keeps
// this rarely used code small.
llvm::SmallVector<Expr> whereRare(Expr condition, Expr x, llvm::ArrayRef<Expr> common,
                                  const ScalarFunction& rare);

// Returns other() in the lanes for which `condition` holds, and `common` in the others. The code of
// other() runs only if the condition holds in some lane.
Expr whereAny(Expr condition, Expr common, llvm::function_ref<Expr()> other);

// Repeats state = step(state) while condition(state) holds in some lane. `step` must leave finished
// lanes unchanged.
llvm::SmallVector<Expr>
repeatWhileAny(llvm::ArrayRef<Expr> state,
               const std::function<Expr(llvm::ArrayRef<Expr>)>& condition,
               const std::function<llvm::SmallVector<Expr>(llvm::ArrayRef<Expr>)>& step);

} // namespace lz::emit::math
