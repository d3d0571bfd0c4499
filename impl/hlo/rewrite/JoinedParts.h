// Represents complex numbers in real types with the same bytes, for inputs and outputs of a
// program. Two f32 become the halves of an integer. Two f64 become elements of an additional last
// dimension.
//
//   2x3xcomplex<f32>, 48 bytes   <->   2x3xui64
//   2x3xcomplex<f64>, 96 bytes   <->   2x3x2xf64
//
// A kernel reads and writes whole vectors of such integers, and gets both parts of a number at
// once.
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

// Return the type of each part, and the joined type.
TensorType partTypeOf(const TensorType& type);
TensorType joinedType(const TensorType& type);

// Returns part 0 or 1 of a value of the joined type.
mlir::Value partOfJoined(OpMaker& maker, mlir::Value joined, int64_t part);
mlir::Value joinParts(OpMaker& maker, mlir::Value re, mlir::Value im);

Complex<Literal> partsOfLiteral(const Literal& literal);

} // namespace lz::hlo
