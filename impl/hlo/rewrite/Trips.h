// Internal to hlo/passes and hlo/rules: how often a loop runs.
#pragma once

#include "mlir/IR/Operation.h"

#include <cstdint>
#include <optional>

namespace lz::hlo {

// How often the body of a while runs, or `most` if that is more. None: it is not so that one op of
// a counter decides, which begins as a constant and to which another op counts.
//
//   %r = while(%i = %zero) cond { %i < 3 } do { return %i + 1 }     3
std::optional<int64_t> tripsUpTo(mlir::Operation* loop, int64_t most);

} // namespace lz::hlo
