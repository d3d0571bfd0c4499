// Emits loops over dimensions, and the masked vectors that remain at the ends of loops. Values can
// be carried from point to point.
//
//   dims d1:2 and d2:20, lanes over d2, 16 of them:
//     for d1 = 0, 1:
//       for d2 = 0, 16 step 16:  body on lanes d2 .. d2 + 15
//       body on lanes 16 .. 31, of which the first 4 count
//
// Dims with one point have no loop, and unrolled dims have none either. For example, a 3 x 3 window
// without padding becomes nine copies of the body with constant indices.
#pragma once

#include "emit/kernel/KernelContext.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace lz::emit {

using LoopBody = llvm::function_ref<StatusOr<Values>(Scope& point, const Values& carried)>;
using ForBody =
    llvm::function_ref<StatusOr<Values>(Scope& point, mlir::Value i, const Values& carried)>;
using StageLoops = absl::Span<const schedule::StageLoop>;

// Emits the loops `loops` of the stage, and calls `body` to emit the code at each of their points.
// `inside` is the number of points of the loops that `body` emits. If a loop has the form Together,
// `body` emits this loop, too.
StatusOr<Values> emitNest(KernelContext& k, const schedule::Stage& stage, StageLoops loops,
                          Scope& scope, const Values& carried, LoopBody body, int64_t inside = 1);
// Emits a loop over the vectors of a dim. The last vector has a mask.
StatusOr<Values> emitLanes(KernelContext& k, const schedule::Stage& stage, int32_t dim,
                           Scope& scope, Values carried, LoopBody body);
// Emits for (i = lower; i < upper; i += step).
StatusOr<Values> emitFor(KernelContext& k, Scope& scope, BoundDim lower, BoundDim upper,
                         int64_t step, const Values& carried, ForBody body);
// Emits a loop from 0 to `upper`. A long loop checks regularly whether the run is cancelled. If so,
// the loop ends.
StatusOr<Values> emitLongFor(KernelContext& k, Scope& scope, int64_t upper, int64_t step,
                             int64_t inside, const Values& carried, ForBody body);
Status emitIf(KernelContext& k, Scope& scope, mlir::Value condition,
              llvm::function_ref<Status(Scope& inside)> body);

// Returns a constant mask of `lanes` lanes, of which lanes 0..valid-1 are set.
mlir::Value laneTailMask(KernelContext& k, int valid, int lanes);

} // namespace lz::emit
