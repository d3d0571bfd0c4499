// Functions of complex numbers for tests: their exact values from the C library in long double, and
// operands to try them on.
#pragma once

#include "base/DType.h"
#include "spec/OpInfo.h"

#include <complex>
#include <string>
#include <type_traits>
#include <vector>

namespace lz::test {

using WideComplex = std::complex<long double>;

struct ComplexFunction {
  Opcode opcode;
  WideComplex (*exact)(WideComplex x, WideComplex y);
  // Whether the function multiplies parts of the operands. Then operands are chosen so that no
  // product of two parts overflows.
  bool multiplies = false;
  // Returns the factor by which the function magnifies an error of an operand. Bounds are
  // multiplied by this factor. nullptr means 1.
  long double (*condition)(WideComplex x, WideComplex y) = nullptr;
};
// Returns every elementwise op on complex numbers that rounds.
const std::vector<ComplexFunction>& complexFunctions();
std::string nameOf(const ComplexFunction& f);

template <typename T> constexpr DType complexTypeOf() {
  return std::is_same_v<T, float> ? DType::C64 : DType::C128;
}
template <typename T> using Numbers = std::vector<std::complex<T>>;

template <typename T> struct ComplexOperands {
  Numbers<T> x, y; // y is also filled for functions of one operand
};
// Returns numbers with every exponent. Some are on both sides of branch cuts, or on the cuts with
// zeros of both signs. Others are next to branch points, poles and zeros, next to |x| = 1, or close
// to overflow.
template <typename T> ComplexOperands<T> complexOperandsOf(const ComplexFunction& f, size_t count);
extern template ComplexOperands<float> complexOperandsOf(const ComplexFunction&, size_t);
extern template ComplexOperands<double> complexOperandsOf(const ComplexFunction&, size_t);

} // namespace lz::test
