// A value of a program that is the real or imaginary part of a complex number. The formulas of
// spec/scalar/ComplexFormulas.h are templates over a type R of real numbers. If R is this class, a
// formula makes ops instead of computing numbers.
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

// A predicate in a formula on RealValues.
struct TruthValue {
  OpMaker* maker;
  mlir::Value value;

  friend TruthValue operator&(TruthValue x, TruthValue y) {
    return {x.maker, x.maker->make(Opcode::And, {x.value, y.value})};
  }
  friend TruthValue operator|(TruthValue x, TruthValue y) {
    return {x.maker, x.maker->make(Opcode::Or, {x.value, y.value})};
  }
};

struct RealValue {
  OpMaker* maker;
  mlir::Value value;

  RealValue like(double number) const { return {maker, maker->splat(typeOf(value), number)}; }
  RealValue apply(Opcode opcode) const { return {maker, maker->make(opcode, value)}; }
  RealValue apply(Opcode opcode, RealValue y) const {
    return {maker, maker->make(opcode, {value, y.value})};
  }
  TruthValue compare(llvm::StringRef direction, RealValue y) const {
    return {maker, maker->compare(direction, value, y.value)};
  }

  friend RealValue operator+(RealValue x, RealValue y) { return x.apply(Opcode::Add, y); }
  friend RealValue operator-(RealValue x, RealValue y) { return x.apply(Opcode::Subtract, y); }
  friend RealValue operator*(RealValue x, RealValue y) { return x.apply(Opcode::Multiply, y); }
  friend RealValue operator/(RealValue x, RealValue y) { return x.apply(Opcode::Divide, y); }
  friend RealValue operator-(RealValue x) { return x.apply(Opcode::Negate); }
  friend RealValue operator+(RealValue x, double y) { return x + x.like(y); }
  friend RealValue operator-(RealValue x, double y) { return x - x.like(y); }
  friend RealValue operator*(RealValue x, double y) { return x * x.like(y); }
  friend RealValue operator/(RealValue x, double y) { return x / x.like(y); }

  friend TruthValue operator==(RealValue x, RealValue y) { return x.compare("EQ", y); }
  friend TruthValue operator<(RealValue x, RealValue y) { return x.compare("LT", y); }
  friend TruthValue operator>=(RealValue x, RealValue y) { return x.compare("GE", y); }
  friend TruthValue operator==(RealValue x, double y) { return x == x.like(y); }
  friend TruthValue operator<(RealValue x, double y) { return x < x.like(y); }
  friend TruthValue operator>(RealValue x, double y) { return x.compare("GT", x.like(y)); }

  friend RealValue select(TruthValue p, RealValue x, RealValue y) {
    return {x.maker, x.maker->make(Opcode::Select, {p.value, x.value, y.value})};
  }
  friend RealValue select(TruthValue p, double x, RealValue y) { return select(p, y.like(x), y); }
  friend RealValue select(TruthValue p, RealValue x, double y) { return select(p, x, x.like(y)); }

  friend RealValue constantLike(RealValue x, double number) { return x.like(number); }
  // Tests the sign bit, which is also set in -0.
  friend TruthValue isNegative(RealValue x) {
    TensorType bits = typeOf(x.value);
    bits.dtype = x.isWide() ? DType::S64 : DType::S32;
    RealValue number = {x.maker, x.maker->make(Opcode::BitcastConvert, x.value, {}, &bits)};
    return number < 0.0;
  }
  friend double exponentLimit(RealValue x) { return x.isWide() ? 709 : 88; }
  friend double leastNormal(RealValue x) { return x.isWide() ? 0x1p-1022 : 0x1p-126; }

  friend RealValue abs(RealValue x) { return x.apply(Opcode::Abs); }
  friend RealValue max(RealValue x, RealValue y) { return x.apply(Opcode::Maximum, y); }
  friend RealValue min(RealValue x, RealValue y) { return x.apply(Opcode::Minimum, y); }
  friend RealValue sqrt(RealValue x) { return x.apply(Opcode::Sqrt); }
  friend RealValue cbrt(RealValue x) { return x.apply(Opcode::Cbrt); }
  friend RealValue exp(RealValue x) { return x.apply(Opcode::Exponential); }
  friend RealValue expm1(RealValue x) { return x.apply(Opcode::ExponentialMinusOne); }
  friend RealValue log(RealValue x) { return x.apply(Opcode::Log); }
  friend RealValue log1p(RealValue x) { return x.apply(Opcode::LogPlusOne); }
  friend RealValue sin(RealValue x) { return x.apply(Opcode::Sine); }
  friend RealValue cos(RealValue x) { return x.apply(Opcode::Cosine); }
  friend RealValue atan2(RealValue y, RealValue x) { return y.apply(Opcode::Atan2, x); }
  friend RealValue pow(RealValue x, RealValue y) { return x.apply(Opcode::Power, y); }

private:
  bool isWide() const { return typeOf(value).dtype == DType::F64; }
};

} // namespace lz::hlo
