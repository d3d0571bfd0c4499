// Emits the Hurwitz zeta function, which is the sum of (q + k)^-s over k = 0, 1, .... A few terms
// are added directly, and the Euler-Maclaurin formula gives the rest. The polygamma function of
// order n is n! times a zeta function, up to the sign. The factor n! is included in the exponents
// of the powers, because n! or a power alone might overflow. f32 uses fewer terms and shorter
// polynomials for logarithms.
#include "emit/math/Math.h"
#include "emit/math/SharedFormulas.h"

#include <cmath>

namespace lz::emit {

namespace math {

namespace {

constexpr int kTermsShort = 5, kTerms = 8;
// The numbers B_2j / (2j)! for j = 1, 2, ..., where B_2j are the Bernoulli numbers.
constexpr double kBernoulli[] = {
    0.083333333333333329,    -0.0013888888888888889,  3.3068783068783071e-05,
    -8.2671957671957675e-07, 2.08767569878681e-08,    -5.2841901386874932e-10,
    1.3382536530684679e-11,  -3.3896802963225828e-13, 8.5860620562778446e-15,
    -2.174868698558062e-16,  5.5090028283602295e-18,  -1.3954464685812522e-19};
constexpr size_t kBernoulliShort = 6;

// Coefficients of (ln n! - (n + 1/2) ln n + n - ln(2 pi) / 2) n as a polynomial in 1 / n^2 for n >
// 12. This is Stirling's series.
constexpr double kStirling[] = {
    0.083333333333333333,   -0.0027777777777777778, 0.00079365079365079365, -0.00059523809523809524,
    0.00084175084175084175, -0.0019175269175269175, 0.0064102564102564103};

// The powers e^shift a^-s of various a.
struct Power {
  Expr s, isEven; // isEven: whether s is an even integer
  DoubleWord shift;
  bool isShort;

  // Returns e^shift a^-exponent.
  Expr of(DoubleWord a, Expr exponent) const {
    if (isShort) {
      Expr x = shift.hi - exponent * shortLog(a.hi);
      Expr y = select(x > 200.0, x.like(INFINITY), shortExp(x));
      return select(x < -200.0, x.like(0.0), y);
    }
    DoubleWord log = preciseLog(a.hi), product = twoProduct(exponent, log.hi);
    Expr rest = fma(exponent, log.lo + a.lo / a.hi, product.lo);
    DoubleWord sum = twoSum(shift.hi, -product.hi);
    Expr low = (sum.lo + shift.lo) - rest;
    sum = fastTwoSum(sum.hi, select(abs(sum.hi) < 2000.0, low, low.like(0.0)));
    return expOfSum(sum.hi, sum.lo);
  }
};

DoubleWord plus(DoubleWord a, Expr b) {
  DoubleWord sum = twoSum(a.hi, b);
  return {sum.hi, sum.lo + a.lo};
}

// Returns the sum for finite q > 0 and s > 1. The low word of q matters, because the relative error
// of a power is s times the relative error of q.
Expr sumOfPowers(const Power& power, DoubleWord q) {
  Expr s = power.s, one = s.like(1.0), zero = s.like(0.0);
  Expr count = s.like(power.isShort ? kTermsShort : kTerms);
  auto final = repeatWhileAny(
      {zero, zero}, [&](llvm::ArrayRef<Expr> state) { return state[1] < count; },
      [&](llvm::ArrayRef<Expr> state) -> llvm::SmallVector<Expr> {
        return {state[0] + power.of(plus(q, state[1]), s), state[1] + one};
      });
  // The rest of the sum is a^(1-s) (1 / (s - 1) + f / a), where f is between 0 and 1: f = 1 / 2 + s
  // / a (b1 + (s + 1) (s + 2) / a^2 (b2 + ...)) with the numbers b of kBernoulli. s / a is limited
  // to 64, because for greater s / a the rest is negligible compared with the first terms.
  DoubleWord a = plus(q, count);
  Expr inverse = one / a.hi, ratio = clampAbove(s * inverse, 64.0);
  size_t terms = power.isShort ? kBernoulliShort : std::size(kBernoulli);
  Expr series = s.like(kBernoulli[terms - 1]);
  for (size_t j = terms - 1; j > 0; --j) {
    Expr first = fma(inverse, 2.0 * double(j) - 1, ratio);
    Expr second = fma(inverse, 2.0 * double(j), ratio);
    series = fma(series, first * second, s.like(kBernoulli[j - 1]));
  }
  Expr fraction = clampAbove(clampBelow(fma(ratio, series, s.like(0.5)), 0), 1);
  Expr sum = final[0] + power.of(a, s - one) * fma(inverse, fraction, one / (s - one));
  return select(q.hi == INFINITY, zero, sum);
}

Expr isWhole(Expr x) {
  return roundEven(x) == x;
}

// Returns the sum for q of any sign. For q < 0, the terms with negative bases are the first terms
// of another sum: for q = -1.3 they are (-1)^s (0.3^-s + 1.3^-s), and that sum continues with 2.3.
Expr hurwitz(const Power& power, Expr q) {
  Expr isPole = isWhole(q) & ~(q > 0.0), negative = (q < 0.0) & ~isPole;
  Expr below = trunc(q) - q, half = q.like(0.5), infinity = q.like(INFINITY);
  // The bases must be exact, because for q near -0.5 the bases of the two greatest terms are nearly
  // equal, and the terms almost cancel.
  auto oneLess = [&](Expr x) { return twoSum(x.like(1.0), -x); };
  auto where = [&](Expr condition, DoubleWord a, Expr b) {
    return DoubleWord{select(condition, a.hi, b), select(condition, a.lo, q.like(0.0))};
  };
  DoubleWord first = where(negative, oneLess(below), select(isPole, half, q));
  Expr sum = sumOfPowers(power, first);
  sum = whereAny(negative, sum, [&] {
    Expr mirrored = sumOfPowers(power, {select(negative, below, half), q.like(0.0)});
    Expr tail = sumOfPowers(power, where(negative, oneLess(q), half));
    // For q = -0.5 the two sums cancel. For any other q, one of the sums is greater. If both sums
    // overflow, the greater one decides the sign of the result.
    Expr difference =
        select(mirrored < infinity, sum - mirrored, select(first.hi < below, infinity, -infinity));
    difference = select(first.hi == below, q.like(0.0), difference);
    Expr y = select(power.isEven, sum + mirrored, difference);
    y = select(abs(y) < infinity, y + select(power.isEven, -tail, tail), y);
    return select(isWhole(power.s), y, q.like(NAN));
  });
  Expr pole = select(power.isEven, infinity, q.like(NAN));
  return select(q != q, q, select(isPole, pole, sum));
}

Expr zeta(Expr s, Expr q, bool isShort) {
  // For s above this bound, the powers of all numbers except 1 are 0 or infinite anyway.
  Expr exponent = clampAbove(s, isShort ? 0x1p40 : 0x1p65);
  Power power{exponent, isWhole(exponent * 0.5), {s.like(0.0), s.like(0.0)}, isShort};
  Expr y = hurwitz(power, q);
  y = select(s > 1.0, y, select(s == 1.0, s.like(INFINITY), s.like(NAN)));
  return select((s != s) | (q != q), s.like(NAN), y);
}

// Returns ln n! for n = 1, 2, .... For n up to 12 this is the logarithm of the product, which is
// exact. If m < n and both are very large, returns about m / n times ln n!.
DoubleWord logFactorial(Expr n, Expr m, bool isShort) {
  Expr product = n.like(1.0);
  for (int k = 2; k <= 12; ++k)
    product = product * select(n >= double(k), n.like(k), n.like(1.0));
  Expr large = n > 12.0, argument = select(large, n, product), zero = n.like(0.0);
  DoubleWord log = isShort ? DoubleWord{shortLog(argument), zero} : preciseLog(argument);
  Expr factor = m + 0.5, inverse = 1.0 / n;
  DoubleWord main = twoProduct(factor, log.hi), sum = twoSum(main.hi, -m);
  Expr series = inverse * polynomial(inverse * inverse, kStirling);
  DoubleWord end = fastTwoSum(n.like(0.91893853320467278), series); // ln(2 pi) / 2
  Expr low = fma(factor, log.lo, main.lo) + (end.lo - 3.8782941580672419e-17);
  DoubleWord total = twoSum(sum.hi, end.hi);
  total = fastTwoSum(total.hi, total.lo + (sum.lo + low));
  return {select(large, total.hi, log.hi), select(large, total.lo, log.lo)};
}

Expr polygamma(Expr n, Expr x, bool isShort) {
  Expr one = n.like(1.0), valid = (n > 0.0) & (n < INFINITY) & isWhole(n);
  Expr order = select(valid, n, one);
  // For an order above this bound, results are 0 or infinite.
  Expr clamped = clampAbove(order, 0x1p60);
  Expr isOdd = ~isWhole(order * 0.5);
  Power power{clamped + 1.0, isOdd, logFactorial(order, clamped, isShort), isShort};
  Expr magnitude = hurwitz(power, x);
  Expr y = select(isOdd, magnitude, -magnitude);
  y = select(valid, y, n.like(NAN));
  return whereAny(n == 0.0, y, [&] { return digamma(x, isShort); });
}

} // namespace

} // namespace math

mlir::Value emitZeta(LaneBuilder& b, mlir::Value s, mlir::Value q) {
  return math::inF64({{b, s}, {b, q}}, [](llvm::ArrayRef<math::Expr> x, bool isShort) {
    return math::zeta(x[0], x[1], isShort);
  });
}
mlir::Value emitPolygamma(LaneBuilder& b, mlir::Value n, mlir::Value x) {
  return math::inF64({{b, n}, {b, x}}, [](llvm::ArrayRef<math::Expr> x, bool isShort) {
    return math::polygamma(x[0], x[1], isShort);
  });
}

} // namespace lz::emit
