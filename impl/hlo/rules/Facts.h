// Internal to hlo/rules: facts about the elements of values.
#pragma once

#include "hlo/rewrite/OpMaker.h"

#include <optional>

namespace lz::hlo {

// Returns whether it is known that no element of the value is -0. An example is a sum of squares: x
// * x is not -0, and x + y is -0 only if both operands are -0.
bool isNeverMinusZero(mlir::Value value);

// Returns the dimension whose indices are the elements of the value, or nullopt if there is none.
std::optional<int64_t> countedDim(mlir::Value value);

} // namespace lz::hlo
