// Arithmetic on mlir::Values spelled as arithmetic, for the functions of this folder:
//   Expr r = fma(n, n.like(-kLn2Hi), x);   Expr y = select(x < 0.0, -r, r);
// An Expr is a scalar or a vector of f32, f64 or a signless integer; both operands of an operator
// have one type, and a C++ number takes the type of the Expr beside it. Ops carry no fast-math
// flags, so what is written is what is computed. Without FMA in the target, fma(a, b, c) is a * b
// rounded, then + c.
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

  // A constant of this type; floats are rounded to it, integers are the low bits.
  Expr like(double constant) const;
  Expr likeInt(uint64_t constant) const;

private:
  LaneBuilder* b;
  mlir::Value value;
};

// Floats and integers.
Expr operator+(Expr x, Expr y);
Expr operator-(Expr x, Expr y);
Expr operator*(Expr x, Expr y);
Expr select(Expr condition, Expr x, Expr y);

// Floats.
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
// The same, or x times an approximation of 1 / y with error 2^-14, if that is exact enough. y is
// normal, infinite or NaN.
Expr divide(Expr x, Expr y);
Expr fma(Expr x, Expr y, Expr z);
inline Expr fma(Expr x, double c, Expr z) {
  return fma(x, x.like(c), z);
}
Expr abs(Expr x);
Expr sqrt(Expr x);
Expr roundEven(Expr x);
Expr trunc(Expr x);
// Magnitude of x, sign of `sign`.
Expr copySign(Expr x, Expr sign);

// Ordered comparisons (false on NaN), except != which is true on NaN. The result is i1 or a vector
// of i1.
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

// Integers and i1. >> is the logical shift; amounts are below the width.
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
WideProduct multiplyWide(Expr x, Expr y); // unsigned
// All ones where the sign bit is set, else 0.
Expr signMask(Expr x);
Expr equalInt(Expr x, Expr y);
Expr signedLess(Expr x, Expr y);
Expr unsignedLess(Expr x, Expr y);

// Conversions. bitsOf and floatOf keep the bits; the others keep the lanes and change the element.
Expr bitsOf(Expr x);
Expr floatOf(Expr bits);
Expr toF64(Expr x); // f32 -> f64
Expr toF32(Expr x); // f64 -> f32, rounded once
Expr toI32(Expr x); // i64 -> i32, low half
// An unsigned integer below 2^23 (i32) or 2^52 (i64) as a float of the same width; no conversion
// instruction.
Expr smallToFloat(Expr x);
// Integers of any width to f32 or f64 (floatWidth 32, 64) and back by truncation.
Expr intToFloat(Expr x, unsigned floatWidth, bool isSigned);
Expr floatToInt(Expr x, unsigned intWidth, bool isSigned);

// f(operands, isShort) in f64. Operands in f32 are converted, and the result is rounded to f32;
// then f may have errors of 2^-30.
mlir::Value inF64(llvm::ArrayRef<Expr> x,
                  llvm::function_ref<Expr(llvm::ArrayRef<Expr>, bool isShort)> f);

// Repeats the lanes of x, and takes the first lanes of such a vector. 1 lane is a scalar.
Expr repeated(Expr x, int lanes);
Expr firstLanes(Expr x, int lanes);

// c[0] + c[1] x + ... by Horner; the coefficients are rounded to x's type.
Expr polynomial(Expr x, llvm::ArrayRef<double> c);

// The same for long polynomials, with a chain of dependent operations that is half as long.
Expr longPolynomial(Expr x, llvm::ArrayRef<double> c);

// min and max with a constant that let NaN through.
Expr clampBelow(Expr x, double low);
Expr clampAbove(Expr x, double high);

// 2^n for an integral float n within the exponent range of normal numbers.
Expr exp2Integral(Expr n);
// p * 2^n rounded once, for integral n up to twice that range; overflows and denormals as IEEE
// says.
Expr scaleByPower(Expr p, Expr n);
// Whether the target does that for every integral n, also inf.
bool scalesByPower(Expr x);

// An unevaluated sum hi + lo, |lo| <= ulp(hi) / 2.
struct DoubleWord {
  Expr hi, lo;
};
DoubleWord twoSum(Expr x, Expr y);     // exact
DoubleWord fastTwoSum(Expr x, Expr y); // exact where |x| >= |y| or x == 0
// Exact to about 2^-106 |x y| without FMA, exact with; |x| and |y| stay within the exponent range
// by 2^53.
DoubleWord twoProduct(Expr x, Expr y);

// x / y with an error of a few 2^-2p, for p digits.
DoubleWord quotientOf(DoubleWord x, DoubleWord y);

using ScalarFunction = std::function<llvm::SmallVector<Expr>(Expr x)>;

// `common`, with rare(x) in the lanes where `condition` holds. `rare` returns as many scalars as
// `common` has values. It runs lane by lane in a loop, only if some lane needs it, but then for
// every lane, so x must suit it in the other lanes too. The loop is scalar so that code which
// rarely runs stays small.
llvm::SmallVector<Expr> whereRare(Expr condition, Expr x, llvm::ArrayRef<Expr> common,
                                  const ScalarFunction& rare);

// `common`, with other() in the lanes where `condition` holds: vector code that is run only if some
// lane needs it.
Expr whereAny(Expr condition, Expr common, llvm::function_ref<Expr()> other);

// Replaces the state by step(state) while some lane of condition(state) holds; step leaves finished
// lanes alone.
llvm::SmallVector<Expr>
repeatWhileAny(llvm::ArrayRef<Expr> state,
               const std::function<Expr(llvm::ArrayRef<Expr>)>& condition,
               const std::function<llvm::SmallVector<Expr>(llvm::ArrayRef<Expr>)>& step);

} // namespace lz::emit::math
