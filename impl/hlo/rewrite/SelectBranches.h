// Internal to rewrites: replaces an if by both branches and a select for each result.
//
//   %0 = if(%p) { return -%x } else { return %x }   ->   %1 = -%x
//                                                        %0 = select %p, %1, %x
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

// Returns whether `op` is an if that consists of elementwise ops and constants.
bool hasElementwiseBranches(mlir::Operation* op);

// Replaces `op`, for which hasElementwiseBranches must hold.
void selectBranches(mlir::Operation* op, mlir::RewriterBase& rewriter);

} // namespace lz::hlo
