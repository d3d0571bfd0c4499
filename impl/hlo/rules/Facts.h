// Internal to hlo/rules: facts about the elements of values.
#pragma once

#include "hlo/rewrite/OpMaker.h"

#include <optional>

namespace lz::hlo {

// Returns whether no element of the value can be -0. This is so, for example, for sums of squares:
// x * x is not -0, and x + y is -0 only if both are. Returns false if it is not known.
bool isNeverMinusZero(mlir::Value value);

// Returns the dimension whose indices are the elements of the value, or nullopt if there is none.
std::optional<int64_t> countedDim(mlir::Value value);

} // namespace lz::hlo
