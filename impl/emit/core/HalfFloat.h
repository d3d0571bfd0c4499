// Emits conversions of f32 to the bits of 16-bit floats (i16) and back. They round to nearest, ties
// to even, like the functions of base/Half.h.
#pragma once

#include "emit/core/LaneBuilder.h"

namespace lz::emit {

mlir::Value bf16ToF32(LaneBuilder& b, mlir::Value bits);
mlir::Value f32ToBf16(LaneBuilder& b, mlir::Value x);
mlir::Value roundToBf16ByIntegers(LaneBuilder& b, mlir::Value x); // works on any target
mlir::Value f16ToF32(LaneBuilder& b, mlir::Value bits);
mlir::Value f32ToF16(LaneBuilder& b, mlir::Value x);
// Returns whether x is known to have a value that `dtype` represents exactly. This is known if x
// was just converted from `dtype`, or if x is a constant with such a value.
bool isFrom16Bits(mlir::Value x, DType dtype);

} // namespace lz::emit
