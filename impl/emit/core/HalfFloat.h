// Converts f32 to the bits of 16-bit floats (i16) and back, to nearest with ties to even, as
// base/Half.h does for single values.
#pragma once

#include "emit/core/LaneBuilder.h"

namespace lz::emit {

mlir::Value bf16ToF32(LaneBuilder& b, mlir::Value bits);
mlir::Value f32ToBf16(LaneBuilder& b, mlir::Value x);
mlir::Value roundToBf16ByIntegers(LaneBuilder& b, mlir::Value x); // the same on any target
mlir::Value f16ToF32(LaneBuilder& b, mlir::Value bits);
mlir::Value f32ToF16(LaneBuilder& b, mlir::Value x);
// Whether x was just converted from the 16 bits of such a float, or is a constant with such a
// value, so that rounding changes nothing. An f16 is not one of bf16, nor the reverse.
bool isFrom16Bits(mlir::Value x, DType dtype);

} // namespace lz::emit
