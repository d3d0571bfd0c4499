// Formulas that other formulas of this folder use, on Exprs of f32 or f64.
#pragma once

#include "emit/math/Expr.h"

namespace lz::emit::math {

// In a quotient e / (e + 1), e is at most 2^127 (f32) or 2^1023 (f64), so that it is finite. If a
// table makes e, its error is below 1 ulp.
enum class ExpUse { Result, Quotient };
Expr exp(Expr x, ExpUse use = ExpUse::Result);
// e^(x + low) for |low| <= 2^-18 (f32), 2^-40 (f64).
Expr expOfSum(Expr x, Expr low);
// factor * e^(x + low) within about one rounding; |factor| is between 2^-20 and 1.
Expr expOfSumTimes(Expr x, Expr low, DoubleWord factor);

// e^x - 1 for |x| <= 80, or NaN, within 2.5 ulp.
Expr smallExpm1(Expr x);

Expr log(Expr x);
// ln((hi + lo) 2^doublings) for a normal, positive, finite sum and a whole number of doublings. Its
// relative error near 0 is as small as elsewhere.
Expr logOfSum(DoubleWord x, Expr doublings);
// ln of a positive, finite f64 to about 2^-64 of it.
DoubleWord preciseLog(Expr x);
// In f64, for results in f32: ln of a positive, finite x with error 2^-37, and e^x with error 2^-39
// if |x| is at most 200. Beyond, the result is e^200 or e^-200.
Expr shortLog(Expr x);
Expr shortExp(Expr x);
// The derivative of the logarithm of the gamma function for x in f64; isShort: within 2^-30.
Expr digamma(Expr x, bool isShort);

// The logarithm of a positive f64, to 2^-37 or as log.
inline Expr logFor(Expr x, bool isShort) {
  return isShort ? shortLog(x) : log(x);
}

// ExpTable.cc: e^(factor * x), if x is a register in which powers can be looked up. A register has
// this many lanes of numbers like x, or 0 if the target has no such registers.
int lanesOfExpTable(Expr x);
Expr expByTable(Expr x, double factor, ExpUse use);
// x as factor * y, if x is a product that may contract with its user; else as 1 * x.
struct Scaled {
  Expr x;
  double factor;
};
Scaled withoutFactor(Expr x);

// A positive x as 2^exponent * (1 + fraction) with 1 + fraction between about 0.7 and 1.4 (f32: 2/3
// and 4/3). Denormals are normalized; 0, negative, infinite and NaN x give numbers without meaning.
struct LogParts {
  Expr exponent; // integral float
  Expr fraction; // exact
};
LogParts splitForLog(Expr x);

} // namespace lz::emit::math
