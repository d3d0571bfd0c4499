// Internal to hlo: computes the trip counts of loops.
#pragma once

#include "mlir/IR/Operation.h"

#include <cstdint>
#include <optional>

namespace lz::hlo {

// Returns the trip count of a while, or nullopt if it is not known or exceeds `most`. The trip
// count is known if the condition is one op that compares a counter. The counter must start as a
// constant, and one op must increment it.
//
//   %r = while(%i = %zero) cond { %i < 3 } do { return %i + 1 }     3
std::optional<int64_t> tripsUpTo(mlir::Operation* loop, int64_t most);

} // namespace lz::hlo
