// The regions that a contraction runs on the rows of its operands and its output
// (fusion/AttachRows.h): on rows that its threads make or complete one after the other
// (contraction::RowWork), or on slices (contraction/plan/Slices.h).
#pragma once

#include "exec/Executable.h"
#include "hlo/ir/Dialect.h"

namespace lz {

struct InsideRegions {
  llvm::SmallVector<ir::RegionOp, 2> prologues; // they make operands that exist in scratch only
  llvm::SmallVector<ir::RegionOp> epilogues;    // in their order
  bool keepsOutput = false;                     // the output exists in scratch only
};

// Those of the attached regions that `op` can run inside, in the way that takes more of them; rows
// before slices. `contraction`: with the spec of `op` without a tile, which this chooses; gets the
// slices, and what is in scratch. An array is kept in scratch only where that takes less memory.
InsideRegions placeRegions(mlir::Operation* op, exec::ContractionThunk& contraction, int threads);

} // namespace lz
