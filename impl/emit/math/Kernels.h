// Functions that others of this folder are built from, on Exprs of f32 or f64.
#pragma once

#include "emit/math/Expr.h"

namespace lz::emit::math {

Expr exp(Expr x);
// e^(x + low) for |low| <= 2^-18 (f32), 2^-40 (f64).
Expr expOfSum(Expr x, Expr low);
// factor * e^(x + low) within about one rounding; |factor| is between 2^-20 and 1.
Expr expOfSumTimes(Expr x, Expr low, DoubleWord factor);

// A positive x as 2^exponent * (1 + fraction) with 1 + fraction between about 0.7 and 1.4 (f32: 2/3
// and 4/3). Denormals are normalized; 0, negative, infinite and NaN x give numbers without meaning.
struct LogParts {
  Expr exponent; // integral float
  Expr fraction; // exact
};
LogParts splitForLog(Expr x);

} // namespace lz::emit::math
