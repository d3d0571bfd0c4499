// Only for hlo/passes and hlo/rules: how often a loop runs.
#pragma once

#include "mlir/IR/Operation.h"

#include <cstdint>
#include <optional>

namespace lz::hlo {

// How often the body of a while runs, at most `most`. nullopt, unless one op decides by a counter,
// which begins as a constant and which another op increases.
//
//   %r = while(%i = %zero) cond { %i < 3 } do { return %i + 1 }     3
std::optional<int64_t> tripsUpTo(mlir::Operation* loop, int64_t most);

} // namespace lz::hlo
