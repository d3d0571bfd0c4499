// Argument reduction for the trigonometric functions. For every finite argument, the error of the
// remainder is far below one ulp of the remainder. For infinite and NaN arguments the results have
// no meaning.
#pragma once

#include "emit/math/Expr.h"

namespace lz::emit::math {

// For x >= 0: sin(x) (or cos(x)) = +-sin(r), |r| <= pi / 2 (1 + 2^-8). `signBit` is an integer of
// x's width that is 0 or the sign bit. For f32, r.lo is 0.
struct ModPi {
  DoubleWord r;
  Expr signBit;
};
ModPi reduceModPi(Expr x, bool isCos);

// For an f64 x >= 0: x = q pi / 2 + r, |r| <= pi / 4 (1 + 2^-20), q integral; `isOdd` tells q's
// parity.
struct ModHalfPi {
  DoubleWord r;
  Expr isOdd; // i1
};
ModHalfPi reduceModHalfPi(Expr x);

} // namespace lz::emit::math
