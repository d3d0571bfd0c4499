// Which regions run inside a contraction. An epilogue runs on the rows of its output that a thread
// has completed, while they are in its caches: bias, activation, residual, softmax of the rows, the
// update of a weight by its gradient. A prologue makes rows of an operand just before they are
// packed: a kernel matrix, which then need not exist as a whole.
//
//   %1 = stablehlo.dot_general %x, %w        %0 = ...
//   %0 = ...                           ->    %1 = stablehlo.dot_general %x, %w
//   %2 = lz.region(%1, %0) {...}             %2 = lz.region(%1, %0) {...} attributes {lz.rows = 64}
//
// Needs: regions formed (FormRegions.h).
// Leaves: a prologue before its contraction and epilogues behind it, with nothing between them but
// each other and reshapes. It is still right to run them as kernels of their own.
#pragma once

#include "fusion/FusionOptions.h"

#include "mlir/IR/Block.h"

namespace lz::fusion {

// On an attached region: the rows of the contraction's output or operand, an i64; and that it makes
// the operand.
inline constexpr const char *kRowsAttr = "lz.rows", *kPrologueAttr = "lz.prologue";

int64_t rowsOf(mlir::Operation* region); // 0: not attached
bool renamesRows(mlir::Operation* op);   // a reshape: another name of the same bytes
bool isPrologue(mlir::Operation* region);

void attachRows(mlir::Block& block, const FusionOptions& options);

} // namespace lz::fusion
