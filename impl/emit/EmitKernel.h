// Translates a schedule into one MLIR function:
//
//   func @name(%buffers: !llvm.ptr, %lo: i64, %hi: i64)
//
// Targets whose threads call kernels use this signature. Other targets have their own signatures
// (emit/core/Target.h). `buffers` points to the input addresses, followed by the output addresses.
// The function runs grid units lo..hi-1. A unit is a point of the grid, or a block of points
// (schedule/units/Units.h). Units may run in any order and on any thread. Long units
// (GridInfo::looksInside) call `int64_t lz_is_cancelled()` on the thread that runs them, and end
// early if it does not return 0.
#pragma once

#include "emit/core/Target.h"
#include "schedule/Schedule.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace lz::emit {

// Adds the function of the kernel to `module` under this name. The schedule must be for the target.
// Fails only if Lazuli has a bug or an op cannot be emitted.
Status emitKernel(mlir::ModuleOp module, const schedule::Schedule& schedule, const Target& target,
                  const std::string& name);

} // namespace lz::emit
