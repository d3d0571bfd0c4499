// Runs the processes of a conformance file side by side in one program.
#pragma once

#include "base/Status.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::conformance {

// Replaces each op
//   %r:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@f], [@g]]} : ...
// by the ops of all its processes: f on %x for process (0, 0), g on %y for process (1, 0), and what
// they receive from each other at collective ops (formats/adopt/ops/Collectives.h). A row of
// `programs` is a replica, and an element of it is a partition; operands and results are those of
// the processes, in order. A process runs to its next collective op, and processes that meet there
// go on together, so the result does not depend on which one runs first. Errors, with a location:
// InvalidArgument for programs that do not exist or do not fit, and for processes that wait for
// each other without end; Unimplemented for collective ops in regions.
Status runParallel(mlir::ModuleOp module);

} // namespace lz::conformance
