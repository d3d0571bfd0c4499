#include "spec/scalar/Special.h"

#include <array>
#include <cmath>
#include <limits>
#include <math.h>
#include <numbers>

namespace lz::scalar::special {
namespace {

using Real = long double;
constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();
constexpr Real kInf = std::numeric_limits<Real>::infinity();
constexpr Real kPi = std::numbers::pi_v<Real>;

// B_2j / (2j)!, j = 1, 2, ...
constexpr std::array<Real, 12> kBernoulliOverFactorial = {1.0L / 12,
                                                          -1.0L / 720,
                                                          1.0L / 30240,
                                                          -1.0L / 1209600,
                                                          1.0L / 47900160,
                                                          -691.0L / 1307674368000,
                                                          1.0L / 74724249600,
                                                          -3617.0L / 10670622842880000,
                                                          43867.0L / 5109094217170944000,
                                                          -174611.0L / 802857662698291200000.0L,
                                                          77683.0L / 14101100039391805440000.0L,
                                                          -236364091.0L /
                                                              1693824136731743669452800000.0L};

bool isWhole(Real x) {
  return x == std::nearbyint(x);
}

// Returns the sum of e^shift (q + k)^-s over k = 0, 1, ... for q > 0, s > 1. Adds twenty terms, and
// computes the sum of all later terms by the Euler-Maclaurin formula. The shift is needed if a
// factor of the sum overflows or underflows.
Real scaledZeta(Real s, Real q, Real shift) {
  constexpr int kTerms = 20;
  auto power = [&](Real a) {
    return shift == 0 ? std::pow(a, -s) : std::exp(shift - s * std::log(a));
  };
  Real sum = 0;
  for (int k = 0; k < kTerms; ++k)
    sum += power(q + k);
  Real a = q + kTerms, last = power(a);
  if (last == 0)
    return sum;
  sum += last * a / (s - 1) + last / 2;
  Real factor = s * last / a;
  for (size_t j = 0; j < kBernoulliOverFactorial.size() && std::isfinite(factor); ++j) {
    sum += kBernoulliOverFactorial[j] * factor;
    Real next = s + Real(2 * j) + 1;
    factor *= next * (next + 1) / (a * a);
  }
  return sum;
}

// Returns the sum for an integer s and a negative q that is not an integer. Up to the factor
// (-1)^s, the terms with negative bases are the first terms of another sum. For example, the terms
// with the bases -0.3 and -1.3 are the first two terms of the sum for q = 0.3. The remaining terms
// of this sum begin with the base 2.3.
Real zetaBelowZero(Real s, bool isEven, Real q, Real shift) {
  Real below = std::ceil(q) - q, first = 1 - below;
  Real sum = scaledZeta(s, first, shift), mirrored = scaledZeta(s, below, shift);
  Real tail = scaledZeta(s, 1 - q, shift);
  if (isEven)
    return std::isinf(sum + mirrored) ? kInf : (sum + mirrored) - tail;
  // For q = -0.5 the largest terms cancel. For any other q, both sums can overflow. In this case
  // the larger sum decides the sign of the infinity.
  if (first == below)
    return tail;
  return std::isinf(mirrored) ? std::copysign(kInf, below - first) : (sum - mirrored) + tail;
}

Real zetaOf(Real s, bool isEven, Real q, Real shift) {
  if (q > 0)
    return q == kInf ? 0 : scaledZeta(s, q, shift);
  if (isWhole(q))
    return isEven ? kInf : kNaN;
  return isWhole(s) ? zetaBelowZero(s, isEven, q, shift) : kNaN;
}

} // namespace

Real lgamma(Real x) {
  int sign;
  return ::lgammal_r(x, &sign);
}

// Returns the Taylor series of digamma around its root x0. Its coefficients are zeta(k + 1, x0)
// with alternating signs.
static Real digammaNearRoot(Real x) {
  constexpr Real kRoot = 1.4616321449683623412809L, kRootLow = -1.82570963159635e-20L;
  Real d = (x - kRoot) - kRootLow, sum = 0;
  for (int k = 24; k > 0; --k)
    sum = d * (zeta(Real(k + 1), kRoot) - sum);
  return sum;
}

Real digamma(Real x) {
  if (std::isnan(x) || x == -kInf || (x <= 0 && isWhole(x)))
    return kNaN;
  if (x < 0)
    return digamma(1 - x) - kPi / std::tan(kPi * (x - std::nearbyint(x)));
  if (std::fabs(x - 1.46L) < 0.05L)
    return digammaNearRoot(x);
  Real sum = 0;
  for (; x < 24; x += 1)
    sum -= 1 / x;
  if (x == kInf)
    return kInf;
  sum += std::log(x) - 1 / (2 * x);
  Real power = 1 / (x * x), factor = 1; // (2j - 1)! x^-2j
  for (size_t j = 0; j < kBernoulliOverFactorial.size(); ++j) {
    factor *= (j == 0 ? 1 : Real(2 * j) * Real(2 * j + 1)) * power;
    sum -= kBernoulliOverFactorial[j] * factor;
  }
  return sum;
}

Real zeta(Real s, Real q) {
  if (std::isnan(s) || std::isnan(q) || s < 1)
    return kNaN;
  if (s == 1)
    return kInf;
  if (s == kInf) // the result is a power of q only
    return q < 1 ? kInf : q == 1 ? 1 : 0;
  return zetaOf(s, isWhole(s / 2), q, 0);
}

Real polygamma(Real n, Real x) {
  if (n == 0)
    return digamma(x);
  if (!(n > 0) || !isWhole(n) || n == kInf || std::isnan(x))
    return kNaN;
  constexpr Real kManyFactors = 1000;
  bool isOdd = !isWhole(n / 2);
  Real magnitude = n < kManyFactors ? std::tgamma(n + 1) * zetaOf(n + 1, isOdd, x, 0)
                                    : zetaOf(n + 1, isOdd, x, lgamma(n + 1));
  return isOdd ? magnitude : -magnitude;
}

// Improves an approximation of two digits by Newton's method with the second derivative.
Real erfInv(Real x) {
  Real t = std::fabs(x);
  if (!(t < 1))
    return t == 1 ? std::copysign(kInf, x) : kNaN;
  Real halfRootPi = std::sqrt(kPi) / 2;
  if (t < 1e-8L)
    return x * halfRootPi * (1 + kPi / 12 * t * t);
  Real log = std::log((1 - t) * (1 + t)), c = 2 / (kPi * 0.147L) + log / 2;
  Real y = std::sqrt(std::sqrt(c * c - log / 0.147L) - c);
  for (int step = 0; step < 5; ++step) {
    Real error = t < 0.5L ? std::erf(y) - t : (1 - t) - std::erfc(y);
    Real newton = error * halfRootPi * std::exp(y * y);
    y -= newton / (1 + y * newton);
  }
  return std::copysign(y, x);
}

Real besselI1e(Real x) {
  Real t = std::fabs(x), result = 0;
  if (t < 40) { // the sum of t/2 times (t/2)^2k / (k! (k + 1)!)
    Real square = t * t / 4, term = 1;
    for (int k = 1; k < 120; ++k) {
      result += term;
      term *= square / (Real(k) * Real(k + 1));
    }
    result *= t / 2 * std::exp(-t);
  } else if (t < kInf) { // 1 - 3 / 8t (1 + 5 / 16t (1 - 21 / 24t (1 - ...
    Real term = 1;
    for (int k = 1; k < 40; ++k) {
      result += term;
      term *= (Real(2 * k - 1) * Real(2 * k - 1) - 4) / (8 * Real(k) * t);
    }
    result /= std::sqrt(2 * kPi * t);
  } else if (std::isnan(t)) {
    return kNaN;
  }
  return std::copysign(result, x);
}

} // namespace lz::scalar::special
