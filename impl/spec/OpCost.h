// The costs of elementwise ops.
#pragma once

#include "spec/OpInfo.h"

namespace lz {

// Ops with at least this cost are worth more than a trip through a cache: polynomials, and the long
// division of a remainder. Arithmetic, square roots and divisions cost less.
inline constexpr int kFunctionCost = 16;

inline bool isFunction(const OpInfo& op) {
  return op.kind == OpKind::Elementwise && op.cost >= kFunctionCost;
}

// The cost of an elementwise op whose result has this type, for a vector of 16, in additions of
// f32. Wide numbers fill twice the registers, and functions of f64 have longer polynomials.
double costOf(Opcode op, DType dtype);

// The additional cost of a conversion. A number with more digits than f32 loses some before it is
// rounded to 16 bits (base/elements/Rounding.h).
double costOfDigits(DType from, DType to);

} // namespace lz
