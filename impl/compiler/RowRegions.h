// Which regions of an lz.contraction its contraction runs, on the rows of its operands and its
// output: on rows that its threads make or complete one after the other
// (RowWork), or on slices (contraction/plan/Slices.h).
#pragma once

#include "contraction/plan/Slices.h"
#include "hlo/ir/Dialect.h"

#include <optional>

namespace lz {

struct InsideRegions {
  llvm::SmallVector<ir::RegionOp, 2> prologues; // they make operands that exist in scratch only
  llvm::SmallVector<ir::RegionOp> epilogues;    // in their order
  bool keepsOutput = false;                     // the output exists in scratch only
  contraction::ContractionPlan plan;            // of the whole contraction
  std::optional<contraction::SlicePlan> slices; // how it runs, if not as a whole
};

// Those of the regions around `op`, a dot_general or convolution, that it can run inside, in the
// way that takes more of them; rows before slices. `spec`: that of `op`, without a tile. An array
// is kept in scratch only where that takes less memory.
InsideRegions placeRegions(mlir::Operation* op, const contraction::TiledContraction& spec,
                           int threads);

} // namespace lz
