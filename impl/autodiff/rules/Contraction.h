// What the rules of dot_general and convolution share.
#pragma once

#include "base/DType.h"

namespace lz::autodiff {

// What a cotangent is multiplied in: that of a wider result (bf16 x bf16 -> f32) is not rounded to
// the operands' type before; of operands of two small types it is f32, which holds both.
DType productDType(DType lhs, DType rhs, DType result);

} // namespace lz::autodiff
