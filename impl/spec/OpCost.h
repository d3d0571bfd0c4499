// The costs of elementwise ops.
#pragma once

#include "spec/OpInfo.h"

namespace lz {

// If an op costs at least this much, it takes less time to store the result in a cache and read it
// than to compute the result again. Functions that are computed by polynomials cost at least this
// much. Arithmetic, square roots and divisions cost less.
inline constexpr int kFunctionCost = 16;

inline bool isFunction(const OpInfo& op) {
  return op.kind == OpKind::Elementwise && op.cost >= kFunctionCost;
}

// Returns the cost of an elementwise op for 16 elements, in additions of f32. `dtype` is the type
// of the result. 64-bit numbers cost more, because they fill twice as many registers, and because
// functions of f64 have longer polynomials.
double costOf(Opcode op, DType dtype);

// Returns the additional cost of a conversion to 16-bit floats from a type that has more digits
// than f32. Such numbers must be truncated before they are rounded (base/elements/Rounding.h).
double costOfDigits(DType from, DType to);

} // namespace lz
