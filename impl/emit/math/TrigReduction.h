// Argument reduction for the trigonometric functions. For every finite argument, the error of the
// remainder is far below one ulp of the remainder. For infinite and NaN arguments the results have
// no meaning.
#pragma once

#include "emit/math/Expr.h"

namespace lz::emit::math {

// The result of a reduction modulo pi: r and a sign for an argument x >= 0, with |r| <= pi / 2 (1 +
// 2^-8).
//
// If isCos is false, sin(x) = sin(r) if the sign bit of `signBit` is 0, and sin(x) = -sin(r)
// otherwise. If isCos is true, cos(x) = sin(r) if the bit is 0, and cos(x) = -sin(r) otherwise.
// `signBit` is an integer of x's width whose other bits are 0. For f32, r.lo is 0.
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
