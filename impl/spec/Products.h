// Element types of products, for dot_general and convolution. Operands may have two different types
// of real numbers.
#pragma once

#include "base/DType.h"

namespace lz {

// Returns whether numbers of the two types can be multiplied: the types are equal, or both are
// real.
bool canMultiply(DType lhs, DType rhs);

// Returns the type of a product if the caller does not ask for another one.
//
//   s8 x s16 -> s16     s16 x u16 -> s16     bf16 x s4 -> bf16     f16 x bf16 -> bf16
//
// Floats win over integers. Of two floats the one with the greater range wins. Of two integers the
// wider one wins, or the signed one if both are equally wide. Of two small floats the left one
// wins.
DType productType(DType lhs, DType rhs);

// Returns the type to which operands of different types are converted before they are multiplied.
// If possible, it holds all numbers of both types. Otherwise integers lose digits that a result
// with so few bits would not show.
//
//   (s8, s16) -> s32: s32        (bf16, s4) -> bf16: bf16       (bf16, s4) -> f32: f32
//   (f16, bf16) -> bf16: f32     (s32, s8) -> s16: s32
DType factorType(DType lhs, DType rhs, DType result);

} // namespace lz
