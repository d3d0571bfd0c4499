// The costs of elementwise ops.
#pragma once

#include "spec/OpInfo.h"

namespace lz {

// If an op has at least this cost, storing its result in a cache and reading it takes less time
// than computing it again. Such ops are polynomials, and remainders by long division. Arithmetic,
// square roots and divisions cost less.
inline constexpr int kFunctionCost = 16;

inline bool isFunction(const OpInfo& op) {
  return op.kind == OpKind::Elementwise && op.cost >= kFunctionCost;
}

// Returns the cost of an elementwise op for 16 elements, in additions of f32. `dtype` is the type
// of its result. It matters because 64-bit numbers fill twice as many registers, and functions of
// f64 have longer polynomials.
double costOf(Opcode op, DType dtype);

// Returns the additional cost of converting numbers with more digits than f32 to 16-bit floats.
// Such numbers must be truncated before they are rounded (base/elements/Rounding.h).
double costOfDigits(DType from, DType to);

} // namespace lz
