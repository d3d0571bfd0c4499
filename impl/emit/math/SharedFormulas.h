// Formulas that other formulas of this folder use, on Exprs of f32 or f64.
#pragma once

#include "emit/math/Expr.h"

namespace lz::emit::math {

// How the value e = e^x is used: as the result, or in a quotient e / (e + 1). For a quotient, e is
// limited to 2^127 (f32) or 2^1023 (f64), so that e + 1 is finite.
enum class ExpUse { Result, Quotient };
Expr exp(Expr x, ExpUse use = ExpUse::Result);
// Returns e^(x + low) for |low| <= 2^-18 (f32) or 2^-40 (f64).
Expr expOfSum(Expr x, Expr low);
// Returns factor * e^(x + low), with an error of about half an ulp. |factor| must be between 2^-20
// and 1.
Expr expOfSumTimes(Expr x, Expr low, DoubleWord factor);

// Returns e^x - 1 within 2.5 ulp. |x| must be at most 80, or x NaN.
Expr smallExpm1(Expr x);

Expr log(Expr x);
// Returns ln((x.hi + x.lo) 2^doublings). The sum must be normal, positive and finite, and
// `doublings` an integral float. The relative error is small even if the result is near 0.
Expr logOfSum(DoubleWord x, Expr doublings);
// Returns ln of a positive, finite f64 with a relative error of about 2^-64.
DoubleWord preciseLog(Expr x);
// Functions in f64 for results that are rounded to f32. shortLog returns ln x for a positive,
// finite x, with an error of 2^-37. shortExp first limits x to [-200, 200], and then returns e^x
// with an error of 2^-39.
Expr shortLog(Expr x);
Expr shortExp(Expr x);
// Returns the derivative of the logarithm of the gamma function for an f64 x. If isShort, the error
// can be 2^-30.
Expr digamma(Expr x, bool isShort);

// Returns the logarithm of a positive f64. If isShort, the error is 2^-37. Otherwise the result is
// that of log().
inline Expr logFor(Expr x, bool isShort) {
  return isShort ? shortLog(x) : log(x);
}

// lanesOfExpTable returns the number of lanes for which expByTable works, or 0 if the target has no
// table for elements of x's type. expByTable (ExpTable.cc) computes e^(factor * x) with a table of
// powers of two.
int lanesOfExpTable(Expr x);
Expr expByTable(Expr x, double factor, ExpUse use);
// The product factor * y that equals x. If x is a product with a constant, and can be fused into
// its user, the factor is this constant. Otherwise the factor is 1 and y is x.
struct Scaled {
  Expr x;
  double factor;
};
Scaled withoutFactor(Expr x);

// The parts of a positive, finite x = 2^exponent * (1 + fraction). 1 + fraction is between about
// 0.7 and 1.4 (f32: 2/3 and 4/3). x can be denormal. For other x the parts have no meaning.
struct LogParts {
  Expr exponent; // an integral float
  Expr fraction; // without rounding error
};
LogParts splitForLog(Expr x);

} // namespace lz::emit::math
