// Values with the arithmetic of formulas, for VJPs:
//   g * (1.0 - r * r)
// A scalar operand is broadcast to the shape of the other one.
#pragma once

#include "autodiff/Builder.h"

namespace lz::autodiff {

struct Expr {
  Builder* b;
  ValueId id;
  TensorType type() const { return b->type(id); }
};

// Elementwise: the result of the op on x, y, z.
Expr apply(Opcode opcode, std::initializer_list<Expr> operands);
// A constant of x's type.
Expr constant(Expr x, double value);
Expr compare(Expr x, Expr y, ComparisonDirection direction);
// x with the dtype of `like`.
Expr convertLike(Expr x, Expr like);

// The derivative of bessel_i1e at x, where its value is `result`.
Expr besselI1eSlope(Expr x, Expr result);

// A function for each elementwise op that takes floats: power(x, y), maximum(x, y), select(p, x,
// y).
#include "spec/ExprOps.inc"

inline Expr operator+(Expr x, Expr y) {
  return add(x, y);
}
inline Expr operator-(Expr x, Expr y) {
  return subtract(x, y);
}
inline Expr operator*(Expr x, Expr y) {
  return multiply(x, y);
}
inline Expr operator/(Expr x, Expr y) {
  return divide(x, y);
}
inline Expr operator-(Expr x) {
  return isComplex(x.type().dtype) ? negate(x) : multiply(x, constant(x, -1));
}
inline Expr operator+(Expr x, double y) {
  return x + constant(x, y);
}
inline Expr operator-(Expr x, double y) {
  return x - constant(x, y);
}
inline Expr operator*(Expr x, double y) {
  return x * constant(x, y);
}
inline Expr operator/(Expr x, double y) {
  return x / constant(x, y);
}
inline Expr operator+(double x, Expr y) {
  return constant(y, x) + y;
}
inline Expr operator-(double x, Expr y) {
  return constant(y, x) - y;
}
inline Expr operator*(double x, Expr y) {
  return constant(y, x) * y;
}
inline Expr operator/(double x, Expr y) {
  return constant(y, x) / y;
}
// Predicates.
inline Expr operator>(Expr x, Expr y) {
  return compare(x, y, ComparisonDirection::GT);
}
inline Expr operator<(Expr x, Expr y) {
  return compare(x, y, ComparisonDirection::LT);
}
inline Expr operator==(Expr x, Expr y) {
  return compare(x, y, ComparisonDirection::EQ);
}
inline Expr operator==(Expr x, double y) {
  return x == constant(x, y);
}
inline Expr operator&(Expr p, Expr q) {
  return apply(Opcode::And, {p, q});
}

} // namespace lz::autodiff
