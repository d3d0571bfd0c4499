// Argument reduction for the trigonometric functions. For every finite argument, the error of the
// remainder is far below one ulp of the remainder. For infinite and NaN arguments the results have
// no meaning.
#pragma once

#include "emit/math/Expr.h"

namespace lz::emit::math {

// The result of a reduction of x >= 0 modulo pi. sin(x), or cos(x), is sin(r) or -sin(r), with |r|
// <= pi / 2 (1 + 2^-8). `signBit` is an integer of x's width. For sin(r) it is 0. For -sin(r) its
// sign bit is set. For f32, r.lo is 0.
struct ModPi {
  DoubleWord r;
  Expr signBit;
};
ModPi reduceModPi(Expr x, bool isCos);

// The result of a reduction of an f64 x >= 0 modulo pi / 2: x = q pi / 2 + r with an integer q and
// |r| <= pi / 4 (1 + 2^-20). `isOdd` says whether q is odd.
struct ModHalfPi {
  DoubleWord r;
  Expr isOdd; // i1
};
ModHalfPi reduceModHalfPi(Expr x);

} // namespace lz::emit::math
