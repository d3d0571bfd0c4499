// Which regions run inside a contraction, on the rows of its output that a thread has completed,
// while they are in its caches (an epilogue: bias, activation, residual, softmax of the rows, the
// update of a weight by its gradient).
//
//   %1 = stablehlo.dot_general %x, %w        %0 = ...
//   %0 = ...                           ->    %1 = stablehlo.dot_general %x, %w
//   %2 = lz.region(%1, %0) {...}             %2 = lz.region(%1, %0) {...} attributes {lz.rows = 64}
//
// Needs: regions formed (FormRegions.h).
// Leaves: an attached region behind its contraction, with nothing between them but other attached
// ones and reshapes. It is still right to run it afterwards as a kernel of its own.
#pragma once

#include "mlir/IR/Block.h"

#include <string>
#include <vector>

namespace lz::fusion {

// On an attached region: the rows of the contraction's output, an i64.
inline constexpr const char* kRowsAttr = "lz.rows";

int64_t rowsOf(mlir::Operation* region); // 0: not attached

// `explanations`: optional, as in FusionOptions.
void attachRows(mlir::Block& block, std::vector<std::string>* explanations);

} // namespace lz::fusion
