// Shared by the rules of dot_general and convolution.
#pragma once

#include "base/DType.h"

namespace lz::autodiff {

// Returns the type in which a cotangent is multiplied. If the result is wider than the operands
// (bf16 x bf16 -> f32), the cotangent is not rounded to their type first. For operands of two
// different small types it is f32, which represents both.
DType productDType(DType lhs, DType rhs, DType result);

} // namespace lz::autodiff
