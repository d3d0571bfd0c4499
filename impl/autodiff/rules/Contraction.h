// Code that the rules of dot_general and convolution share.
#pragma once

#include "base/DType.h"

namespace lz::autodiff {

// The type in which a cotangent is multiplied. The cotangent of a wider result (bf16 x bf16 -> f32)
// is not rounded to the operands' type first. For operands of two small types it is f32, which
// holds both.
DType productDType(DType lhs, DType rhs, DType result);

} // namespace lz::autodiff
