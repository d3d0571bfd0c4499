// Turns dot_general and convolution into the axes that the loops of a contraction walk.
#pragma once

#include "base/Status.h"
#include "contraction/spec/ContractionSpec.h"
#include "spec/Program.h"

namespace lz::contraction {

// An operand as it lies in memory. Strides are in elements. If the operand is a slice that is read
// in place, the strides are those of the array that contains the slice.
struct ArrayLayout {
  TensorType type;
  Dims strides;
};

// Describes a contraction op as out[b, m, n] = sum_k lhs[b, m, k] * rhs[b, n, k]. Returns
// Unimplemented if the window is reversed, or if contractions do not support the element types.
StatusOr<ContractionSpec> specOf(const Op& op, const ArrayLayout& lhs, const ArrayLayout& rhs,
                                 const TensorType& result);

} // namespace lz::contraction
