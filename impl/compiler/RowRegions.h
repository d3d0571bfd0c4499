// The regions that a contraction runs on the rows of its output (fusion/AttachRows.h,
// exec::RowWork).
#pragma once

#include "exec/Contraction.h"
#include "hlo/ir/Dialect.h"

namespace lz {

// The attached region that makes the private operand, if the contraction can take it row by row;
// null: there is none.
ir::RegionOp regionForRows(mlir::Operation* contraction, const exec::ContractionSpec& spec);

// Those behind `contraction` that can, in their order: the attached ones, if the output has the
// rows that they expect and threads complete rows of it.
llvm::SmallVector<ir::RegionOp> regionsOnRows(mlir::Operation* contraction,
                                              const exec::ContractionSpec& spec, int threads);

// Whether nobody else reads the value, under any of its names.
bool isReadOnlyBy(mlir::Value value, llvm::ArrayRef<ir::RegionOp> regions);

} // namespace lz
