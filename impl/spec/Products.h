// Element types of products, for dot_general and convolution. The operands may have two different
// types of real numbers.
#pragma once

#include "base/DType.h"

namespace lz {

// Returns whether numbers of the two types can be multiplied: the types are equal, or both are
// real.
bool canMultiply(DType lhs, DType rhs);

// Returns the type of a product if the caller does not state one.
//
//   s8 x s16 -> s16     s16 x u16 -> s16     bf16 x s4 -> bf16     f16 x bf16 -> bf16
//
// The product of a float and an integer has the type of the float. The product of two small floats
// has the left type. The product of any other two floats has the type with the larger range. The
// product of two integers has the wider type, or the signed type if both are equally wide.
DType productType(DType lhs, DType rhs);

// Returns the type to which operands of different types are converted before they are multiplied.
// If possible, this type represents all numbers of both types. If there is no such type, integers
// lose digits. The result has no bits for the lost digits.
//
//   (s8, s16) -> s32: s32        (bf16, s4) -> bf16: bf16       (bf16, s4) -> f32: f32
//   (f16, bf16) -> bf16: f32     (s32, s8) -> s16: s32
DType factorType(DType lhs, DType rhs, DType result);

} // namespace lz
