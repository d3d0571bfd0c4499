// Turns the parallel processes of a conformance file into one program.
#pragma once

#include "base/Status.h"

#include "mlir/IR/BuiltinOps.h"

namespace lz::conformance {

// Replaces each op
//   %r:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@f], [@g]]} : ...
// by the ops of all its processes: f on %x for process (0, 0), g on %y for process (1, 0), and what
// they receive from each other at collective ops (formats/adopt/ops/Collectives.h). A row of
// `programs` is a replica, and an element of it is a partition. The operands of the op are the
// operands of all processes, in their order, and so are the results. Errors, with a location:
// InvalidArgument for programs that do not exist or do not fit, and for processes that wait for
// each other without end; Unimplemented for collective ops in regions.
Status runParallel(mlir::ModuleOp module);

} // namespace lz::conformance
