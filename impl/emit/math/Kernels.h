// Functions that others of this folder are built from, on Exprs of f32 or f64.
#pragma once

#include "emit/math/Expr.h"

namespace lz::emit::math {

// For a quotient e / (e + 1) the result is at most 2^127 (f32), 2^1023 (f64), so that it is finite,
// and where a table makes it, closer than 1 ulp.
enum class ExpUse { Result, Quotient };
Expr exp(Expr x, ExpUse use = ExpUse::Result);
// e^(x + low) for |low| <= 2^-18 (f32), 2^-40 (f64).
Expr expOfSum(Expr x, Expr low);
// factor * e^(x + low) within about one rounding; |factor| is between 2^-20 and 1.
Expr expOfSumTimes(Expr x, Expr low, DoubleWord factor);

// e^x - 1 for |x| <= 80, or NaN, within 2.5 ulp.
Expr smallExpm1(Expr x);

Expr log(Expr x);
// ln((hi + lo) 2^doublings) for a normal, positive, finite sum and a whole number of doublings, as
// close to it where it is near 0 as anywhere else.
Expr logOfSum(DoubleWord x, Expr doublings);
// ln of a positive, finite f64 to about 2^-64 of it.
DoubleWord preciseLog(Expr x);
// In f64, for results in f32: ln of a positive, finite x to 2^-37, and e^x to 2^-39 where |x| is at
// most 200; e^200 stands for more, e^-200 for less.
Expr shortLog(Expr x);
Expr shortExp(Expr x);
// The derivative of the logarithm of the gamma function for x in f64; isShort: within 2^-30.
Expr digamma(Expr x, bool isShort);

// The logarithm of a positive f64, to 2^-37 or as log.
inline Expr logFor(Expr x, bool isShort) {
  return isShort ? shortLog(x) : log(x);
}

// ExpTable.cc: e^(factor * x) where x is a register that powers can be looked up in. It has so many
// lanes of numbers like x; 0: the target has no such registers.
int lanesOfExpTable(Expr x);
Expr expByTable(Expr x, double factor, ExpUse use);
// x as factor * y, where x is a product that may contract with what it is used in; else 1 * x.
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
