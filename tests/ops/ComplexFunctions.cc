#include "ComplexFunctions.h"

#include <cmath>

namespace lz::test {
namespace {

using Wide = WideComplex;

constexpr long double kPi = 3.14159265358979323846264L;

// Computes the real and imaginary parts separately, because e^x - 1 cancels near 0.
Wide expm1(Wide x) {
  long double half = std::sin(x.imag() / 2);
  return {std::expm1(x.real()) * std::cos(x.imag()) - 2 * half * half, std::exp(x).imag()};
}

// Near 0 this uses |1 + x|^2 - 1 = a (2 + a) + b^2 for x = a + ib.
Wide log1p(Wide x) {
  if (std::abs(x) > 0.25L)
    return std::log(Wide(1 + x.real(), x.imag()));
  long double square = x.real() * (2 + x.real()) + x.imag() * x.imag();
  return {std::log1p(square) / 2, std::atan2(x.imag(), 1 + x.real())};
}

// The formula is (1 + tanh(x / 2)) / 2. In 1 / (1 + e^-x) the sum would cancel near the poles. If
// the real part is negative, 1 + tanh(x / 2) would cancel, too, so the formula is e^x times the
// function at -x.
Wide logistic(Wide x) {
  if (x.real() < 0)
    return std::exp(x) * logistic(-x);
  Wide t = std::tanh(Wide(x.real() / 2, x.imag() / 2));
  return {(1 + t.real()) / 2, t.imag() / 2};
}

// Uses the conjugate, so that a zero in the result has the sign of the limit.
Wide rsqrt(Wide x) {
  Wide root = std::sqrt(x);
  return std::conj(root) / std::norm(root);
}

// The logarithm cancels where it is small. The quotient loses digits next to the poles, where it is
// about 1.
Wide atan2(Wide y, Wide x) {
  const Wide i = {0, 1};
  const Wide w = {x.real() - y.imag(), x.imag() + y.real()};
  const Wide v = {x.real() + y.imag(), x.imag() - y.real()};
  const Wide angle = -i * std::log(w / std::sqrt(w * v));
  const Wide quotient = y / x;
  if (!(std::abs(quotient) < 0.25L))
    return angle;
  const Wide first = std::atan(quotient);
  return first + std::round((angle - first).real() / kPi) * kPi;
}

// The relative condition numbers of x^y are |y| in x and |y log x| in y.
long double powerCondition(Wide x, Wide y) {
  return 1 + std::abs(y) * (1 + std::abs(std::log(x)));
}

#define LZ_EXACT(expression) [](Wide x, [[maybe_unused]] Wide y) -> Wide { return expression; }

} // namespace

const std::vector<ComplexFunction>& complexFunctions() {
  static const auto* all = new std::vector<ComplexFunction>{
      {Opcode::Abs, LZ_EXACT(std::abs(x))},
      {Opcode::Sign, LZ_EXACT(x / std::abs(x))},
      {Opcode::Square, LZ_EXACT(x * x), /*multiplies=*/true},
      {Opcode::Multiply, LZ_EXACT(x * y), /*multiplies=*/true},
      {Opcode::Divide, LZ_EXACT(x / y)},
      {Opcode::Sqrt, LZ_EXACT(std::sqrt(x))},
      {Opcode::Rsqrt, LZ_EXACT(rsqrt(x))},
      {Opcode::Cbrt, LZ_EXACT(std::polar(std::cbrt(std::abs(x)), std::arg(x) / 3))},
      {Opcode::Power, LZ_EXACT(std::pow(x, y)), /*multiplies=*/true, powerCondition},
      {Opcode::Exponential, LZ_EXACT(std::exp(x))},
      {Opcode::ExponentialMinusOne, LZ_EXACT(expm1(x))},
      {Opcode::Log, LZ_EXACT(std::log(x))},
      {Opcode::LogPlusOne, LZ_EXACT(log1p(x))},
      {Opcode::Logistic, LZ_EXACT(logistic(x))},
      {Opcode::Sine, LZ_EXACT(std::sin(x))},
      {Opcode::Cosine, LZ_EXACT(std::cos(x))},
      {Opcode::Tan, LZ_EXACT(std::tan(x))},
      {Opcode::ChloTan, LZ_EXACT(std::tan(x))},
      {Opcode::Sinh, LZ_EXACT(std::sinh(x))},
      {Opcode::Cosh, LZ_EXACT(std::cosh(x))},
      {Opcode::Tanh, LZ_EXACT(std::tanh(x))},
      {Opcode::Asin, LZ_EXACT(std::asin(x))},
      {Opcode::Acos, LZ_EXACT(std::acos(x))},
      {Opcode::Atan, LZ_EXACT(std::atan(x))},
      {Opcode::Asinh, LZ_EXACT(std::asinh(x))},
      {Opcode::Acosh, LZ_EXACT(std::acosh(x))},
      {Opcode::Atanh, LZ_EXACT(std::atanh(x))},
      {Opcode::Atan2, LZ_EXACT(atan2(x, y))},
  };
  return *all;
}

std::string nameOf(const ComplexFunction& f) {
  return std::string(opInfo(f.opcode).name);
}

} // namespace lz::test
