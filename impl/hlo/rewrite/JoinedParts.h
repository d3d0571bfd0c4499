// Complex numbers in the form that code outside of a program sees, in types with the same bytes:
// two f32 are the halves of an integer, two f64 lie side by side in a last dimension.
//
//   2x3xcomplex<f32>, 48 bytes   <->   2x3xui64
//   2x3xcomplex<f64>, 96 bytes   <->   2x3x2xf64
//
// A kernel reads and writes integers in whole vectors and has both parts of a number at once.
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

// The type of each part, and that of both together.
TensorType partTypeOf(const TensorType& type);
TensorType joinedType(const TensorType& type);

// Part 0 or 1 of a value of the joined type.
mlir::Value partOfJoined(OpMaker& maker, mlir::Value joined, int64_t part);
mlir::Value joinParts(OpMaker& maker, mlir::Value re, mlir::Value im);

Complex<Literal> partsOfLiteral(const Literal& literal);

} // namespace lz::hlo
