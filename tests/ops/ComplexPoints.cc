#include "ComplexFunctions.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace lz::test {
namespace {

constexpr double kHalfPi = 1.57079632679489661923;

template <typename T> class Points {
  using Limits = std::numeric_limits<T>;
  using Number = std::complex<T>;

public:
  Number next() {
    switch (random_() % 8) {
    case 0:
      return {withExponent(anyExponent()), withExponent(anyExponent())};
    case 1: { // parts of about the same size
      int exponent = anyExponent();
      return {withExponent(exponent), withExponent(exponent - int(random_() % 3))};
    }
    case 2:
      return {withExponent(between(-9, 3)), withExponent(between(-9, 3))};
    case 3:
      return swapped({withExponent(between(-30, 30)), leastOrZero()});
    case 4: // next to 1, -1, i, -i
      return swapped({signedUnit() + little(), maybeZero(little())});
    case 5:
      return nextToUnitCircle();
    case 6: // next to poles and zeros of functions with a period
      return swapped({T(double(int(random_() % 41) - 20) * kHalfPi) + maybeZero(little()),
                      maybeZero(withExponent(between(-2 * Limits::digits, 4)))});
    default:
      return swapped({T(largestExponential() * (0.5 + unit() * 1.6)) * signedUnit(),
                      withExponent(between(-20, 10))});
    }
  }

  // Returns an exponent of a power: a whole number, a half, or another real number, of moderate
  // size.
  Number nextExponent() {
    switch (random_() % 4) {
    case 0:
      return {T(int(random_() % 33) - 16) / 2, leastOrZero()};
    case 1:
      return swapped({withExponent(between(-20, 6)), leastOrZero()});
    default:
      return {withExponent(between(-20, 6)), withExponent(between(-20, 6))};
    }
  }

private:
  double unit() { return double(random_() >> 11) * 0x1p-53; }
  T signedUnit() { return random_() & 1 ? T(1) : T(-1); }
  int between(int least, int most) { return least + int(random_() % uint64_t(most - least + 1)); }
  // Includes denormal ones.
  int anyExponent() {
    return between(Limits::min_exponent - Limits::digits, Limits::max_exponent - 1);
  }
  // One digit fewer than T has is enough, so that no number rounds up to infinity.
  T withExponent(int exponent) {
    return std::ldexp(T(1 + double(random_() >> 12) * 0x1p-53), exponent) * signedUnit();
  }
  T little() { return withExponent(between(-2 * Limits::digits, -2)); }
  T maybeZero(T value) { return random_() % 4 ? value : T(0) * signedUnit(); }
  T leastOrZero() { return (random_() % 4 ? T(0) : Limits::denorm_min()) * signedUnit(); }
  double largestExponential() { return std::log(double(Limits::max())); }

  Number swapped(Number x) { return random_() & 1 ? x : Number(x.imag(), x.real()); }
  Number nextToUnitCircle() {
    double angle = unit() * 4 * kHalfPi;
    double radius = 1 + std::ldexp(unit() - 0.5, -int(random_() % Limits::digits));
    return {T(radius * std::cos(angle)), T(radius * std::sin(angle))};
  }

  std::mt19937_64 random_{11};
};

// Halves the exponent of x if the square of x would overflow or underflow.
template <typename T> T squarable(T x) {
  int exponent = 0;
  T mantissa = std::frexp(x, &exponent);
  return std::abs(exponent) < std::numeric_limits<T>::max_exponent / 2 - 1
             ? x
             : std::ldexp(mantissa, exponent / 2 - 1);
}
template <typename T> std::complex<T> squarable(std::complex<T> x) {
  return {squarable(x.real()), squarable(x.imag())};
}

// Returns true for points on a cut of atan2, or so close to it that no type holds the digits that
// decide the side. There are two cuts. At that of the square root of x^2 + y^2 the angle jumps by
// pi. At that of the logarithm the angle is -pi or pi.
bool isNextToCut(std::complex<long double> square, std::complex<long double> angle) {
  constexpr long double kNear = 0x1p-20;
  const bool isLeft = square.real() < 0 && std::fabs(square.imag()) < -kNear * square.real();
  return isLeft || std::fabs(angle.real()) > 2 * kHalfPi * (1 - kNear);
}

bool hasAngle(const ComplexFunction& f, std::complex<long double> y, std::complex<long double> x) {
  const std::complex<long double> sum(x.real() - y.imag(), x.imag() + y.real()),
      difference(x.real() + y.imag(), x.imag() - y.real());
  const std::complex<long double> angle = f.exact(y, x);
  return std::isfinite(angle.real()) && std::isfinite(angle.imag()) &&
         !isNextToCut(sum * difference, angle);
}

// Returns false where the function has no value, and the C library merely chooses one: 0 / 0, the
// sign of 0, poles, and powers of 0.
template <typename T>
bool hasValue(const ComplexFunction& f, std::complex<T> x, std::complex<T> y) {
  switch (f.opcode) {
  case Opcode::Sign:
  case Opcode::Rsqrt:
  case Opcode::Power:
    return x != std::complex<T>(0);
  case Opcode::Atan2:
    return hasAngle(f, {x.real(), x.imag()}, {y.real(), y.imag()});
  case Opcode::Divide:
    return y != std::complex<T>(0);
  default:
    return true;
  }
}

} // namespace

template <typename T> ComplexOperands<T> complexOperandsOf(const ComplexFunction& f, size_t count) {
  Points<T> points;
  ComplexOperands<T> operands;
  while (operands.x.size() < count) {
    std::complex<T> x = points.next();
    std::complex<T> y = f.opcode == Opcode::Power ? points.nextExponent() : points.next();
    if (f.multiplies) {
      x = squarable(x);
      y = squarable(y);
    }
    if (!hasValue(f, x, y))
      continue;
    operands.x.push_back(x);
    operands.y.push_back(y);
  }
  return operands;
}
template ComplexOperands<float> complexOperandsOf(const ComplexFunction&, size_t);
template ComplexOperands<double> complexOperandsOf(const ComplexFunction&, size_t);

} // namespace lz::test
