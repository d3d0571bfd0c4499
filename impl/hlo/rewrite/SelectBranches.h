// Internal to the rewrites: branches that are computed both, with a select for each result.
//
//   %0 = if(%p) { return -%x } else { return %x }   ->   %1 = -%x
//                                                        %0 = select %p, %1, %x
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

// Whether `op` is an if of elementwise ops and constants alone.
bool hasElementwiseBranches(mlir::Operation* op);

// `op`, for which this holds, goes.
void selectBranches(mlir::Operation* op, mlir::RewriterBase& rewriter);

} // namespace lz::hlo
