// Schedule -> one MLIR function.
//
//   func @name(%buffers: !llvm.ptr, %lo: i64, %hi: i64)
//
// This is the signature for targets whose threads call kernels. Other targets have their own
// (emit/core/Target.h). `buffers` points to the input addresses, followed by the output addresses.
// The function runs grid units lo..hi-1. A unit is a point of the grid, or a block of points
// (schedule/units/Units.h). Units may run in any order and on any thread. Long units
// (GridInfo::looksInside) call `int64_t lz_is_cancelled()` on the thread that runs them, and end
// early if it returns another number than 0.
#pragma once

#include "emit/core/Target.h"
#include "schedule/Schedule.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace lz::emit {

// Adds @name to `module`. The schedule must be for the target. Fails only because of a bug in
// Lazuli, or for an op that cannot be emitted.
Status emitKernel(mlir::ModuleOp module, const schedule::Schedule& schedule, const Target& target,
                  const std::string& name);

} // namespace lz::emit
