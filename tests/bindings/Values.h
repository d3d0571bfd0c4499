// The elements of operands: the same numbers on every machine, and few enough to look at.
#pragma once

#include "base/Literal.h"
#include "spec/OpInfo.h"

#include <vector>

namespace lz::vectors {

// Operand number `operand` of an elementwise op: fractions, both zeros, infinities, NaN and the
// limits of integers.
Literal elementwiseValues(const TensorType& type, size_t operand, bool isPositive);

// An operand of another op: whole numbers near zero, whose sums and products are exact in every
// type except the smallest.
Literal plainValues(const TensorType& type, size_t operand);

Literal literalOf(const TensorType& type, const std::vector<double>& values);

} // namespace lz::vectors
