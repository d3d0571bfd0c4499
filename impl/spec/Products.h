// Element types of products: of dot_general and convolution, whose operands may have different ones
// as long as both are of real numbers.
#pragma once

#include "base/DType.h"

namespace lz {

// Whether numbers of the two types are multiplied: of one type, or of two types of real numbers.
bool canMultiply(DType lhs, DType rhs);

// The type of a product if nobody states another one.
//
//   s8 x s16 -> s16     s16 x u16 -> s16     bf16 x s4 -> bf16     f16 x bf16 -> bf16
//
// A float goes before integers, of floats that with the greater range, of integers the wider one,
// of one width the signed one. Of two small floats that of the left operand.
DType productType(DType lhs, DType rhs);

// The type to which operands of different types are converted before they are multiplied. It holds
// the numbers of both, as far as one can; what integers lose by it does not reach a result of so
// few bits.
//
//   (s8, s16) -> s32: s32        (bf16, s4) -> bf16: bf16       (bf16, s4) -> f32: f32
//   (f16, bf16) -> bf16: f32     (s32, s8) -> s16: s32
DType factorType(DType lhs, DType rhs, DType result);

} // namespace lz
