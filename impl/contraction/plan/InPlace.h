// Operands that the kernels read where they lie, instead of packed panels.
#pragma once

#include "contraction/plan/TiledContraction.h"

#include <cstdint>
#include <optional>

namespace lz::contraction {

// Row i and value p of k are at i * rowStride + p * kStride.
struct InPlace {
  int64_t rowStride, kStride; // in elements
};

// None: the operand's rows or values of k are not evenly apart, or it has to be converted.
std::optional<InPlace> evenStrides(const OperandSpec& operand, DType compute);

// None: the kernels cannot read the operand so, or packing it costs less. A panel of rhs that has
// fewer columns than a tile is packed all the same; one of lhs with fewer rows has a kernel of its
// own. mr and nr must be set.
std::optional<InPlace> lhsInPlace(const TiledContraction& spec);
std::optional<InPlace> rhsInPlace(const TiledContraction& spec);

} // namespace lz::contraction
