// What operands hold: the same numbers on every machine, few enough to look at.
#pragma once

#include "base/Literal.h"
#include "spec/OpInfo.h"

#include <vector>

namespace lz::vectors {

// Of operand number `operand` of an elementwise op: fractions, both zeros, infinities, NaN and the
// limits of integers.
Literal elementwiseValues(const TensorType& type, size_t operand, bool isPositive);

// Of another op: whole numbers near zero, whose sums and products are exact in every type but the
// smallest.
Literal plainValues(const TensorType& type, size_t operand);

Literal literalOf(const TensorType& type, const std::vector<double>& values);

} // namespace lz::vectors
