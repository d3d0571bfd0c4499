// Complex numbers as those outside of a program have them: the parts of each side by side, in a
// last dimension of extent 2.
//
//   2x3xcomplex<f32>, 48 bytes   <->   2x3x2xf32, the same 48 bytes
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

// Of each part, and of both together.
TensorType partTypeOf(const TensorType& type);
TensorType joinedType(const TensorType& type);

// Part 0 or 1 of what has the joined type.
mlir::Value partOfJoined(OpMaker& maker, mlir::Value joined, int64_t part);
mlir::Value joinParts(OpMaker& maker, mlir::Value re, mlir::Value im);

Complex<Literal> partsOfLiteral(const Literal& literal);

} // namespace lz::hlo
