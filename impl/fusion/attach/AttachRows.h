// Finds the regions that can run inside of a contraction. PlaceRegions.h decides which of these
// regions run there. An epilogue runs on rows of the output that a thread has just completed, while
// these rows are in the caches of the thread. Examples are bias, activation, residual, softmax of
// the rows, and the update of a weight by its gradient. A prologue makes rows of an operand just
// before they are packed. The operand, for example a kernel matrix, then never exists as a whole.
//
//   %1 = stablehlo.dot_general %x, %w        %0 = ...
//   %0 = ...                           ->    %2 = lz.contraction(%x, %w, %0) {
//   %2 = lz.region(%1, %0) {...}               %1 = stablehlo.dot_general %a, %b
//                                              %3 = lz.region rows 64 (%1, %c) {...}
//                                              lz.return %3 }
//
// Needs: the regions are formed (FormRegions.h). Leaves: each contraction that has prologues or
// epilogues is in an lz.contraction, together with these regions. The regions can still run as
// separate kernels. If options.sweeps is set, some products are in an lz.sweep (FormSweeps.h).
#pragma once

#include "fusion/FusionOptions.h"

#include "mlir/IR/Block.h"

namespace lz::fusion {

void attachRows(mlir::Block& block, const FusionOptions& options);

} // namespace lz::fusion
