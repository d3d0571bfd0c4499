// Translates a schedule into one MLIR function:
//
//   func @name(%buffers: !llvm.ptr, %lo: i64, %hi: i64)
//
// The function runs the units lo..hi-1 of the grid. A unit is a point of the grid, or a block of
// points (schedule/units/Units.h). Units can run in any order and on any thread. `buffers` points
// to the input addresses, followed by the output addresses. Long units (GridInfo::looksInside) call
// `int64_t lz_is_cancelled()` on the thread that runs them. If the result of the call is not 0, the
// unit ends early. GPU targets have a different signature (emit/core/Target.h).
#pragma once

#include "emit/core/Target.h"
#include "schedule/Schedule.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace lz::emit {

// Adds the function of the kernel to `module` under this name. The schedule must be for the target.
Status emitKernel(mlir::ModuleOp module, const schedule::Schedule& schedule, const Target& target,
                  const std::string& name);

} // namespace lz::emit
