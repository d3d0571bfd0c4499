// Makes the elements of operands. They are the same on every machine.
#pragma once

#include "base/Literal.h"
#include "spec/OpInfo.h"

#include <vector>

namespace lz::vectors {

// Returns operand number `operand` of an elementwise op. Its elements are fractions, both zeros,
// infinities, NaN and the limits of integers.
Literal elementwiseValues(const TensorType& type, size_t operand, bool isPositive);

// Returns an operand of another op. Its elements are whole numbers near zero, whose sums and
// products are exact in every type except the smallest types.
Literal plainValues(const TensorType& type, size_t operand);

Literal literalOf(const TensorType& type, const std::vector<double>& values);

} // namespace lz::vectors
