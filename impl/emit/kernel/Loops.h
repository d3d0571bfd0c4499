// Loops over dimensions, with values carried from point to point, and their remainders.
//
//   dims d1:2 and d2:20, lanes over d2, 16 of them:
//     for d1 = 0, 1:
//       for d2 = 0, 16 step 16:  body on lanes d2 .. d2 + 15
//       body on lanes 16 .. 31, of which the first 4 count
//
// Dims with one point have no loop. Dims whose points are copies have none either: a 3 x 3 window
// without padding is nine copies of the body with constant indices.
#pragma once

#include "emit/kernel/KernelContext.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace lz::emit {

using LoopBody = llvm::function_ref<StatusOr<Values>(Scope& point, const Values& carried)>;
using ForBody =
    llvm::function_ref<StatusOr<Values>(Scope& point, mlir::Value i, const Values& carried)>;
using StageLoops = absl::Span<const schedule::StageLoop>;

// Runs `body` at every point of these loops of the stage. Each of their points has `inside` points
// of other loops. A loop that takes points Together is left to the body, which gets the point
// around it.
StatusOr<Values> emitNest(KernelContext& k, const schedule::Stage& stage, StageLoops loops,
                          Scope& scope, const Values& carried, LoopBody body, int64_t inside = 1);
// The vectors of a dim, the last one under a mask.
StatusOr<Values> emitLanes(KernelContext& k, const schedule::Stage& stage, int32_t dim,
                           Scope& scope, Values carried, LoopBody body);
// for (i = lower; i < upper; i += step)
StatusOr<Values> emitFor(KernelContext& k, Scope& scope, BoundDim lower, BoundDim upper,
                         int64_t step, const Values& carried, ForBody body);
// The same from 0 on. A long loop checks regularly whether the run is cancelled, and then ends.
StatusOr<Values> emitLongFor(KernelContext& k, Scope& scope, int64_t upper, int64_t step,
                             int64_t inside, const Values& carried, ForBody body);
Status emitIf(KernelContext& k, Scope& scope, mlir::Value condition,
              llvm::function_ref<Status(Scope& inside)> body);

mlir::Value laneTailMask(KernelContext& k, int valid); // constant: lanes 0..valid-1

} // namespace lz::emit
