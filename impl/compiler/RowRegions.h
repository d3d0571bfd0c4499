// The regions that a contraction runs on the rows of its output (fusion/AttachRows.h,
// exec::RowWork).
#pragma once

#include "exec/Contraction.h"
#include "hlo/ir/Dialect.h"

namespace lz {

// Those behind `contraction` that can, in their order: the attached ones, if the output has the
// rows that they expect.
llvm::SmallVector<ir::RegionOp> regionsOnRows(mlir::Operation* contraction,
                                              const exec::ContractionSpec& spec);

// Whether nobody else reads the value, under any of its names.
bool isReadOnlyBy(mlir::Value value, llvm::ArrayRef<ir::RegionOp> regions);

} // namespace lz
