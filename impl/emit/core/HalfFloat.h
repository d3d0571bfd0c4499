// f32 <-> the bits of 16-bit floats (i16), to nearest with ties to even, as base/Half.h does on
// single values.
#pragma once

#include "emit/core/LaneBuilder.h"

namespace lz::emit {

mlir::Value bf16ToF32(LaneBuilder& b, mlir::Value bits);
mlir::Value f32ToBf16(LaneBuilder& b, mlir::Value x);
mlir::Value roundToBf16ByIntegers(LaneBuilder& b, mlir::Value x); // the same on any target
mlir::Value f16ToF32(LaneBuilder& b, mlir::Value bits);
mlir::Value f32ToF16(LaneBuilder& b, mlir::Value x);
// Whether x has just come from the 16 bits of such a float, or is a constant that is one, so that
// rounding it changes nothing. f16 is not: the same of bf16, and the other way round.
bool isFrom16Bits(mlir::Value x, DType dtype);

} // namespace lz::emit
