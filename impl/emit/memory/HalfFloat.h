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
// Whether x is a constant or has just come from 16 bits, so that rounding it changes nothing.
bool isFrom16Bits(mlir::Value x);

} // namespace lz::emit
