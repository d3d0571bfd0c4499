// Internal to hlo/passes and hlo/rules: the trip counts of loops.
#pragma once

#include "mlir/IR/Operation.h"

#include <cstdint>
#include <optional>

namespace lz::hlo {

// Returns the trip count of a while if it is at most `most`. The condition must be one op that
// compares a counter, which starts as a constant and is incremented by one op. Otherwise returns
// nullopt.
//
//   %r = while(%i = %zero) cond { %i < 3 } do { return %i + 1 }     3
std::optional<int64_t> tripsUpTo(mlir::Operation* loop, int64_t most);

} // namespace lz::hlo
