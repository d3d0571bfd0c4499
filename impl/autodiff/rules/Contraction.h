// Code that the rules of dot_general and convolution share.
#pragma once

#include "base/DType.h"

namespace lz::autodiff {

// Returns the type to which the operands of a cotangent's product are converted. If the result of
// the op is wider than its operands (bf16 x bf16 -> f32), this is the wide type, so that the
// cotangent is not rounded first. For operands of two different small types it is f32.
DType productDType(DType lhs, DType rhs, DType result);

} // namespace lz::autodiff
