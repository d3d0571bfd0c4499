// Values of a program with C++ operators that append ops. So VJPs can be written as formulas:
//   g * (1.0 - r * r)
// A scalar operand is broadcast to the shape of the other one.
#pragma once

#include "autodiff/Builder.h"

namespace lz::autodiff {

struct Symbolic {
  Builder* b;
  ValueId id;
  TensorType type() const { return b->type(id); }
};

// Applies an elementwise op to the operands.
Symbolic apply(Opcode opcode, std::initializer_list<Symbolic> operands);
// Returns a constant of x's type.
Symbolic constant(Symbolic x, double value);
Symbolic compare(Symbolic x, Symbolic y, ComparisonDirection direction);
// Converts x to the dtype of `like`.
Symbolic convertLike(Symbolic x, Symbolic like);

// Returns the derivative of bessel_i1e at x. `result` is bessel_i1e(x).
Symbolic besselI1eSlope(Symbolic x, Symbolic result);

// Defines a function for each elementwise op on floats, such as power(x, y), maximum(x, y) and
// select(p, x, y).
#include "spec/SymbolicOps.inc"

inline Symbolic operator+(Symbolic x, Symbolic y) {
  return add(x, y);
}
inline Symbolic operator-(Symbolic x, Symbolic y) {
  return subtract(x, y);
}
inline Symbolic operator*(Symbolic x, Symbolic y) {
  return multiply(x, y);
}
inline Symbolic operator/(Symbolic x, Symbolic y) {
  return divide(x, y);
}
inline Symbolic operator-(Symbolic x) {
  return isComplex(x.type().dtype) ? negate(x) : multiply(x, constant(x, -1));
}
inline Symbolic operator+(Symbolic x, double y) {
  return x + constant(x, y);
}
inline Symbolic operator-(Symbolic x, double y) {
  return x - constant(x, y);
}
inline Symbolic operator*(Symbolic x, double y) {
  return x * constant(x, y);
}
inline Symbolic operator/(Symbolic x, double y) {
  return x / constant(x, y);
}
inline Symbolic operator+(double x, Symbolic y) {
  return constant(y, x) + y;
}
inline Symbolic operator-(double x, Symbolic y) {
  return constant(y, x) - y;
}
inline Symbolic operator*(double x, Symbolic y) {
  return constant(y, x) * y;
}
inline Symbolic operator/(double x, Symbolic y) {
  return constant(y, x) / y;
}
// Comparisons of elements, which return predicates.
inline Symbolic operator>(Symbolic x, Symbolic y) {
  return compare(x, y, ComparisonDirection::GT);
}
inline Symbolic operator<(Symbolic x, Symbolic y) {
  return compare(x, y, ComparisonDirection::LT);
}
inline Symbolic operator==(Symbolic x, Symbolic y) {
  return compare(x, y, ComparisonDirection::EQ);
}
inline Symbolic operator==(Symbolic x, double y) {
  return x == constant(x, y);
}
inline Symbolic operator&(Symbolic p, Symbolic q) {
  return apply(Opcode::And, {p, q});
}

} // namespace lz::autodiff
