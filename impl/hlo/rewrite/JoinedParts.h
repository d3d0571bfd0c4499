// Represents complex numbers as code outside of a program sees them, in types with the same bytes.
// Two f32 become the halves of an integer, and two f64 become elements of an additional last
// dimension.
//
//   2x3xcomplex<f32>, 48 bytes   <->   2x3xui64
//   2x3xcomplex<f64>, 96 bytes   <->   2x3x2xf64
//
// A kernel reads and writes such integers in whole vectors, and has both parts of a number at once.
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
