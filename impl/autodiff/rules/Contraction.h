// Code that the rules of dot_general and convolution share.
#pragma once

#include "base/DType.h"

namespace lz::autodiff {

// Returns the type to which a cotangent and an operand are converted before they are multiplied. If
// the result of the op is wider than its operands (bf16 x bf16 -> f32), this is the type of the
// result, so the cotangent is not rounded first. If the operands have two different small types,
// the function returns f32.
DType productDType(DType lhs, DType rhs, DType result);

} // namespace lz::autodiff
