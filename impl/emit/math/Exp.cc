// Emits e^x and e^x - 1. With n = round(x / ln 2), e^x is 2^n e^r, where |r| <= ln 2 / 2. If the
// target has a table of powers, ExpTable.cc emits e^x.
#include "emit/math/Math.h"
#include "emit/math/SharedFormulas.h"
#include "schedule/Choose.h"

#include <optional>

namespace lz::emit {

namespace math {

namespace {

// Coefficients of (e^r - 1 - r) / r^2 for |r| <= 0.3468. They minimize the greatest relative error
// of e^r - 1, which is 2^-25.9 (f32) and 2^-55.5 (f64). f64 has two polynomials in r^2, because
// nine dependent multiply-adds would take longer than a core can look ahead.
constexpr double kExpTailF32[] = {0.5, 0.166665435, 0.0416662805, 0.00836660899, 0.0013946516};
constexpr double kEvenTailF64[] = {0.50000000000000056, 0.041666666666573329, 0.0013888888932482551,
                                   2.4801504314575508e-05, 2.7626381167138422e-07};
constexpr double kOddTailF64[] = {0.16666666666666685, 0.0083333333333145826,
                                  0.00019841269903066215, 2.7557227908485326e-06,
                                  2.5114491387353315e-08};

// Coefficients of e^r on the same interval, for results that are rounded to bf16. The relative
// error is 2^-18.4. The polynomial is positive for every r.
constexpr double kExpCoarse[] = {1, 0.9999668, 0.50003016, 0.16787492, 0.041513823};

constexpr double kLog2E = 1.4426950408889634;

struct Reduced {
  Expr n;     // an integral float
  Expr expm1; // e^r - 1
};

// Returns n and e^r - 1 for x, or for x + low. |low| is at most one ulp of x.
Reduced reduce(Expr x, std::optional<Expr> low = {}) {
  // n * high is exact, because the lowest 8 (f32) or 11 (f64) bits of `high` are 0.
  double high = x.isF64() ? 0.69314718055989033 : 0.693145751953125;
  double rest = x.isF64() ? 5.4979230187083712e-14 : 1.42860682e-6;
  Expr n = roundEven(x * kLog2E);
  Expr r = fma(n, -rest, fma(n, -high, x));
  if (low)
    r = r + *low;
  Expr z = r * r;
  Expr tail = x.isF64() ? fma(r, polynomial(z, kOddTailF64), polynomial(z, kEvenTailF64))
                        : polynomial(r, kExpTailF32);
  return {n, fma(z, tail, r)};
}

} // namespace

// Returns factor * e^(x + low). By default the factor is 1 and low is 0.
static Expr expOf(Expr x, std::optional<Expr> low, std::optional<DoubleWord> factor) {
  // Below this bound the result is 0. Far below it, n would be so inexact that e^r overflows.
  x = clampBelow(x, x.isF64() ? -746.0 : -105.0);
  // For large x the result is inf. In f32 on a target that scales by powers this needs no bound,
  // because the polynomial of degree 6 is positive for every r, and for n = inf the result is inf
  // even if r is NaN.
  if (x.isF64() || !scalesByPower(x))
    x = clampAbove(x, x.isF64() ? 710.0 : 89.0);
  if (x.builder().isCoarse() && !x.isF64() && !low && !factor) {
    Expr whole = roundEven(x * kLog2E);
    Expr p = polynomial(fma(whole, -0.69314718, x), kExpCoarse);
    return scaleByPower(p, whole);
  }
  auto [n, expm1] = reduce(x, low);
  if (!factor)
    return scaleByPower(expm1 + 1.0, n);
  Expr rest = fma(factor->lo, expm1, factor->lo);
  return scaleByPower(fma(factor->hi, expm1, rest) + factor->hi, n);
}

Expr exp(Expr x, ExpUse use) {
  int lanes = LaneBuilder::lanesOf(x), full = lanesOfExpTable(x);
  if (lanes == full) {
    auto [y, factor] = withoutFactor(x);
    return expByTable(y, factor, use);
  }
  // Scalars, and vectors that are shorter than a register, must give the same bits as a lane of a
  // full register. So they are computed in a full register.
  if (lanes < full)
    return firstLanes(exp(repeated(x, full), use), lanes);
  if (full > 0 && lanes % full == 0)
    return inParts(x, full, [&](Expr part) { return exp(part, use); });
  if (use == ExpUse::Quotient)
    x = clampAbove(x, x.isF64() ? 700.0 : 88.0);
  return expOf(x, {}, {});
}
Expr expOfSum(Expr x, Expr low) {
  return expOf(x, low, {});
}
Expr expOfSumTimes(Expr x, Expr low, DoubleWord factor) {
  return expOf(x, low, factor);
}

Expr smallExpm1(Expr x) {
  auto [n, small] = reduce(x);
  Expr scale = exp2Integral(n);
  return fma(scale, small, scale - 1.0);
}

static Expr expm1(Expr x) {
  // At the lower bound the result rounds to -1, and at the upper bound it overflows.
  Expr clamped = clampAbove(clampBelow(x, x.isF64() ? -40.0 : -20.0), x.isF64() ? 710.0 : 89.0);
  auto [n, small] = reduce(clamped);
  // The result is 2^n (e^r - 1) + (2^n - 1), computed with 2^(n - 1) if 2^n is out of range.
  Expr huge = n > (x.isF64() ? 1023.0 : 127.0);
  Expr scale = exp2Integral(select(huge, n - 1.0, n));
  Expr y = fma(scale, small, scale - 1.0);
  y = select(huge, y * 2.0, y);
  return select(x == 0.0, x, y);
}

} // namespace math

mlir::Value emitExp(LaneBuilder& b, mlir::Value x) {
  return math::exp({b, x});
}
mlir::Value emitExpm1(LaneBuilder& b, mlir::Value x) {
  return math::expm1({b, x});
}

} // namespace lz::emit
