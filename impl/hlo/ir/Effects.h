// Applies spec/Effects.h to the ops of a module. MLIR's own rewrites (CSE, the greedy driver,
// isOpTriviallyDead) use MemoryEffectOpInterface, which gives the same answers: ops with bodies
// have RecursiveMemoryEffects, and custom_call asks spec/Effects.h.
//
// The text of a custom_call does not always say what its function does. Before any
// pass runs, markEffects (compiler/lower/LowerHostCalls.h) marks the calls that have effects. Code
// that runs earlier must assume that each custom_call has effects.
#pragma once

#include "mlir/IR/Operation.h"

namespace lz::hlo {

// Returns whether the op or its bodies have effects. Unknown ops, and calls that are not inlined,
// count as having effects.
bool hasEffects(mlir::Operation* op);
// Returns whether an op of the region has effects.
bool hasEffects(mlir::Region& region);

// Returns whether the op may run where the program might not run it, for example before a loop that
// can have no iteration.
bool mayRunEarly(mlir::Operation* op);

} // namespace lz::hlo
