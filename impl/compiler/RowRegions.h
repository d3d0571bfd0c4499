// Decides which regions of an lz.contraction run inside its contraction. They run either on rows of
// the operands and output, which the threads make or complete one after another (RowWork), or on
// slices (contraction/plan/Slices.h).
#pragma once

#include "contraction/plan/Slices.h"
#include "hlo/ir/Dialect.h"

#include <optional>

namespace lz::compiler {

struct InsideRegions {
  llvm::SmallVector<ir::RegionOp, 2> prologues; // make operands that exist in scratch only
  llvm::SmallVector<ir::RegionOp> epilogues;    // in the order in which they run
  bool keepsOutput = false;                     // the output exists in scratch only
  contraction::ContractionPlan plan;            // of the contraction as a whole
  std::optional<contraction::SlicePlan> slices; // set if it runs as slices
};

// Chooses the regions around `op`, a dot_general or convolution, that run inside it. It chooses
// rows or slices, whichever runs more regions inside, and rows in case of a tie. `spec` describes
// `op` and has no tile. An array is kept in scratch only if this takes less memory.
InsideRegions placeRegions(mlir::Operation* op, const contraction::TiledContraction& spec,
                           int threads);

} // namespace lz::compiler
