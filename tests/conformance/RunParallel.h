// The processes of the conformance files, one beside the other in one program.
#pragma once

#include "base/Status.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::conformance {

// Replaces each op
//   %r:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@f], [@g]]} : ...
// by the ops of all its processes: f on %x for process (0, 0), g on %y for process (1, 0), and what
// they get of each other at collective ops (formats/adopt/ops/Collectives.h). A row of `programs`
// is a replica, an element of it a partition; operands and results are those of the processes, in
// order. A process goes on to its next collective op; those who meet there go on together. So it is
// the same whatever runs first. Errors, located: invalid-argument for programs that are not there
// or do not fit, and for processes that wait for each other without end; unimplemented for
// collective ops in regions.
Status runParallel(mlir::ModuleOp module);

} // namespace lz::conformance
