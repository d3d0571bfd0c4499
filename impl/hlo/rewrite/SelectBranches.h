// Only for the rewrites: computes both branches, with a select for each result.
//
//   %0 = if(%p) { return -%x } else { return %x }   ->   %1 = -%x
//                                                        %0 = select %p, %1, %x
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

// Whether `op` is an if that consists of elementwise ops and constants.
bool hasElementwiseBranches(mlir::Operation* op);

// Replaces `op`, for which this must hold.
void selectBranches(mlir::Operation* op, mlir::RewriterBase& rewriter);

} // namespace lz::hlo
